/** Where a login goes, for when no browser opens by itself, or the wrong one. */
import { useId } from "react";
import { CopyButton } from "./CopyButton";

type Props = { address: string };

export function LoginAddress({ address }: Props) {
  const id = useId();
  return (
    <span className="login-address">
      <label className="caption" htmlFor={id}>
        No browser opened? Open this address on this machine:
      </label>
      <input id={id} className="field mono" readOnly value={address} onFocus={(event) => event.target.select()} />
      <CopyButton label="Copy address" text={() => address} />
    </span>
  );
}
