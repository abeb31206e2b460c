/** Claude Desktop's tool access mode, said by the user: no file tells it. */
import { ACCESS_MODES, told } from "../lib/told";
import { Choice } from "../parts/Choice";

type Props = {
  /** The setting `desktopToolAccess`. */
  access: string;
  onAccess: (access: string) => void;
};

export function DesktopAccess({ access, onAccess }: Props) {
  const says = told("claude-desktop", access);
  return (
    <div className="desktop-access">
      <Choice label="Tool access" value={access} options={ACCESS_MODES} onChange={onAccess} />
      <span className={says?.known === true ? "caption" : "caption warn"}>
        {says?.known === true ? "as you told us; no file of the client says it" : "No file of the client says it: say which is on."}
      </span>
    </div>
  );
}
