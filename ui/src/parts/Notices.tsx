/** Short messages about what just happened, announced once, gone after a while. */
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from "react";
import { asProblem } from "../wire/host";

/** Something to do about what happened: "Undo". */
type Act = { label: string; run: () => void };
type Notice = { id: number; text: string; bad: boolean; act: Act | null };

export type Notify = {
  /** Something went as asked, with what can be done about it. */
  say: (text: string, act?: Act) => void;
  /** A request to the host was rejected. */
  failed: (error: unknown) => void;
};

const NotifyContext = createContext<Notify | null>(null);
const SHOWN_MS = 6000;
/** With something to do there must be time to do it. */
const SHOWN_TO_ACT_MS = 20_000;
let lastId = 0;

/** The way to say something; inside `Notices`. */
export function useNotify(): Notify {
  const notify = useContext(NotifyContext);
  if (notify === null) throw new Error("wrap the page in Notices");
  return notify;
}

type Props = { children: ReactNode };

export function Notices({ children }: Props) {
  const [notices, setNotices] = useState<Notice[]>([]);
  const dismiss = useCallback((id: number) => {
    setNotices((all) => all.filter((notice) => notice.id !== id));
  }, []);
  const notify = useMemo(() => {
    const add = (text: string, bad: boolean, act: Act | null) => {
      const id = (lastId += 1);
      setNotices((all) => [...all.slice(-2), { id, text, bad, act }]);
      if (!bad) setTimeout(() => dismiss(id), act === null ? SHOWN_MS : SHOWN_TO_ACT_MS);
    };
    return {
      say: (text: string, act?: Act) => add(text, false, act ?? null),
      failed: (error: unknown) => {
        const { message, hint } = asProblem(error);
        add(hint === null ? message : `${message} ${hint}`, true, null);
      },
    };
  }, [dismiss]);
  return (
    <NotifyContext value={notify}>
      {children}
      <div className="notices" role="status" aria-live="polite">
        {notices.map((notice) => (
          <div key={notice.id} className={notice.bad ? "notice bad" : "notice"}>
            <span className="selectable">{notice.text}</span>
            {notice.act !== null && (
              <button
                type="button"
                className="button"
                onClick={() => {
                  dismiss(notice.id);
                  notice.act?.run();
                }}
              >
                {notice.act.label}
              </button>
            )}
            <button
              type="button"
              className="button quiet"
              aria-label="Dismiss"
              onClick={() => dismiss(notice.id)}
            >
              ×
            </button>
          </div>
        ))}
      </div>
    </NotifyContext>
  );
}
