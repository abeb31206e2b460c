/** What can be done about a server that failed: try again, log in, copy what happened. */
import type { Problem } from "../wire/generated";
import type { ServerActs } from "../lib/acts";
import { needsLogin } from "../lib/problems";
import { CopyButton } from "./CopyButton";
import { LoginAddress } from "./LoginAddress";

type Props = {
  /** Key of the server; null: the entry cannot be used. */
  serverKey: string | null;
  problem: Problem;
  /** Its last words, copied along. */
  words: readonly string[];
  acts: ServerActs;
};

export function ProblemActions({ serverKey: key, problem, words, acts }: Props) {
  const details = () => JSON.stringify(words.length > 0 ? { ...problem, lastWords: words } : problem, null, 2);
  const login = key !== null && acts.loggingIn?.key === key ? acts.loggingIn : null;
  const waits = login !== null;
  return (
    <div className="problem-actions">
      {key !== null && needsLogin(problem) && !waits && (
        <button
          type="button"
          className="button primary"
          disabled={acts.loggingIn !== null}
          onClick={() => acts.login(key)}
        >
          Log in…
        </button>
      )}
      {waits && (
        <>
          <span className="dim" role="status">
            <span className="spinner" aria-hidden="true" /> Waiting for your browser
          </span>
          <button type="button" className="button" onClick={acts.cancelLogin}>
            Cancel login
          </button>
          {login.address !== null && <LoginAddress address={login.address} />}
        </>
      )}
      {key !== null && !waits && !acts.connecting.has(key) && (
        <button type="button" className="button" onClick={() => acts.retry(key)}>
          Retry
        </button>
      )}
      <CopyButton label="Copy details" text={details} />
    </div>
  );
}
