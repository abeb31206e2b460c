/** JSON on one line, as clients send it. */

/** The same value without white space between its parts; what is no JSON stays as it is. */
export function oneLine(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return json;
  }
}
