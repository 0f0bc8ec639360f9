/**
 * What nobody sees (blanks of no width, hyphens that are not there, fillers, tags) and what turns the text around it. With it
 * two names look the same and are not, or one reads backwards.
 */
const unseen = String.raw`\p{Cf}\p{Default_Ignorable_Code_Point}\u2800`
const hasUnseenPattern = new RegExp(`[${unseen}]`, 'u')
/** What makes one sign of several emoji, and what shows one in colour, has a use in a name: there alone. */
const inEmoji = String.raw`(?<=\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\uFE0F`
const unseenPattern = new RegExp(`(?<kept>${inEmoji})|[${unseen}]`, 'gu')

export function hasUnseen(text: string): boolean {
  return hasUnseenPattern.test(text)
}

export function dropUnseen(text: string): string {
  return text.replace(unseenPattern, (_whole, kept: string | undefined) => kept ?? '')
}

/** Letters and figures of twice the width as the plain ones that they are. */
export function narrowLetters(text: string): string {
  return text.replaceAll(/[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/gu, (letter) => letter.normalize('NFKC'))
}
