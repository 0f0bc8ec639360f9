/** Frames of headings: lines, stars, arrows that point down to what follows. */
const frame = String.raw`[-–—_=~*:.#|/\\^+<>•·°●○◆◇■□▪▫▬━─═╍┅┄▂▃▄▅▆▇█★☆✦✧✪❖»«►◄▶◀⬇⬆⏬⏫🔽🔼👇👆↓↑⤵⤴➡⬅➖\uFE0F\u{1F3FB}-\u{1F3FF}]`
/** Digits, punctuation, symbols, arrows, box drawing, stars and blanks: other pictographs may be a service's name. */
const bare =
  /^(?:[\p{Nd}\p{No}\p{P}\p{Sm}\p{Sk}\p{Z}°←-⇿⏩-⏬─-◿★☆✠-❖➔-➿⤀-⥿⬀-⯿👆-👉🔼🔽🌟\u2800]|\u20E3|\uFE0F)*$/u
const strong = /[⬇⏬🔽👇↓⤵]|[-–—_=~*:.#▬━─═╍┅┄▂▃▄▅▆▇█➖]{3}/u
const begin = new RegExp(`^(?:${frame}| )+`, 'u')
/** Longer frames still count as lines; this bounds how often a character is read. */
const end = new RegExp(`(?:${frame}| ){1,80}$`, 'u')

/**
 * Whether a row of a provider's list is a heading rather than a service: a line ("▬▬▬"), a name of only digits and
 * symbols, or a name between two lines or arrows ("⬇️ Instagram ⬇️"). Providers separate their services with such rows.
 */
export function isHeadingRow(name: string): boolean {
  if (bare.test(name)) return true
  const tail = name.slice(-200)
  return strong.test(begin.exec(name)?.[0] ?? '') && strong.test(end.exec(tail)?.[0] ?? '')
}
