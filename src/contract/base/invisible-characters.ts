/**
 * Invisible characters (zero-width spaces, soft hyphens, fillers, tags) and bidirectional controls. With them, different names
 * look the same, or read backwards.
 */
const unseen = String.raw`\p{Cf}\p{Default_Ignorable_Code_Point}\u2800`
const hasUnseenPattern = new RegExp(`[${unseen}]`, 'u')
/** Joiners and variation selectors are allowed within emoji. */
const inEmoji = String.raw`(?<=\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\uFE0F`
const unseenPattern = new RegExp(`(?<kept>${inEmoji})|[${unseen}]`, 'gu')

export function hasUnseen(text: string): boolean {
  return hasUnseenPattern.test(text)
}

export function dropUnseen(text: string): string {
  return text.replace(unseenPattern, (_whole, kept: string | undefined) => kept ?? '')
}

/** Replaces full-width letters and digits with ordinary ones. */
export function narrowLetters(text: string): string {
  return text.replaceAll(/[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/gu, (letter) => letter.normalize('NFKC'))
}
