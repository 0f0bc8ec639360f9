/**
 * Where a text in JSON that opens at `at` ends: behind its closing quote, which no backslash takes away. Undefined where
 * it is not closed.
 */
export function endOfText(json: string, at: number): number | undefined {
  let end = at
  let slashes = 0
  do {
    end = json.indexOf('"', end + 1)
    if (end === -1) return undefined
    for (slashes = 0; json[end - 1 - slashes] === '\\';) slashes += 1
  } while (slashes % 2 === 1)
  return end + 1
}
