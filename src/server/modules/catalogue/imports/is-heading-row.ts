/** What a heading is framed with: lines, stars, arrows that point down at what follows. */
const frame = String.raw`[-–—_=~*:.#|/\\^+<>•·°●○◆◇■□▪▫▬━─═╍┅┄▂▃▄▅▆▇█★☆✦✧✪❖»«►◄▶◀⬇⬆⏬⏫🔽🔼👇👆↓↑⤵⤴➡⬅➖\uFE0F\u{1F3FB}-\u{1F3FF}]`
/** Figures, punctuation, signs, arrows, box drawing, stars and blanks: other pictures may be a service's name. */
const bare =
  /^(?:[\p{Nd}\p{No}\p{P}\p{Sm}\p{Sk}\p{Z}°←-⇿⏩-⏬─-◿★☆✠-❖➔-➿⤀-⥿⬀-⯿👆-👉🔼🔽🌟\u2800]|\u20E3|\uFE0F)*$/u
const strong = /[⬇⏬🔽👇↓⤵]|[-–—_=~*:.#▬━─═╍┅┄▂▃▄▅▆▇█➖]{3}/u
const begin = new RegExp(`^(?:${frame}| )+`, 'u')
/** Longer frames are lines all the same; this bounds how often a character is read. */
const end = new RegExp(`(?:${frame}| ){1,80}$`, 'u')

/**
 * Whether a row of a provider's list is a heading rather than a service: a line ("▬▬▬"), a name of figures and signs alone,
 * or one between two lines or two arrows ("⬇️ Instagram ⬇️"). Providers separate their services with such rows.
 */
export function isHeadingRow(name: string): boolean {
  if (bare.test(name)) return true
  const tail = name.slice(-200)
  return strong.test(begin.exec(name)?.[0] ?? '') && strong.test(end.exec(tail)?.[0] ?? '')
}
