/** A key, as written on this system's keyboards. */
type Props = { children: string };

export function Kbd({ children }: Props) {
  return <kbd className="kbd caption">{children}</kbd>;
}
