/** Puts something on the clipboard and says so. */
import { useHost } from "../wire/HostContext";
import { useNotify } from "./Notices";

type Props = {
  /** The button's word: "Copy as JSON". */
  label: string;
  /** Makes the text when it is asked for. */
  text: () => string;
  quiet?: boolean;
};

export function CopyButton({ label, text, quiet = false }: Props) {
  const host = useHost();
  const notify = useNotify();
  const copy = () => {
    host.copy(text()).then(() => notify.say("Copied."), notify.failed);
  };
  return (
    <button type="button" className={quiet ? "button quiet" : "button"} onClick={copy}>
      {label}
    </button>
  );
}
