const styled = /[\u{1D400}-\u{1D7FF}\u{FF01}-\u{FF5E}\u{24B6}-\u{24E9}\u{1F130}-\u{1F149}\u{2102}-\u{2138}]/gu
/** 🅽🅴🆆: only from three on, since two may be a blood group or a parking sign. */
const negative = /[\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}]{3,}/gu
const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ'
const smallCapital = new RegExp(`[${smallCapitals.replace('x', '')}]`, 'gu')
/** A short word of only small capitals is an abbreviation: ᴛɢ is TG. */
const initials = new RegExp(`(?<!\\p{L})[${smallCapitals.replace('x', '')}]{1,3}(?!\\p{L})`, 'gu')

const toSmall = (letter: string) => String.fromCharCode(97 + smallCapitals.indexOf(letter))

/**
 * Converts letters of the mathematical alphabets, full-width, circled and small capital letters to ordinary ones:
 * screen readers spell them out or skip them, and many phones lack the glyphs. Names are stored as written.
 */
export function toPlainLetters(text: string): string {
  return text
    .replaceAll(styled, toLetters)
    .replaceAll(negative, (run) => [...run].map(toCapital).join(''))
    .replaceAll(initials, (run) => run.replaceAll(smallCapital, toSmall).toUpperCase())
    .replaceAll(smallCapital, toSmall)
}

/** Numero and trademark signs stay: their plain form is longer. */
function toLetters(letter: string): string {
  const plain = letter.normalize('NFKC')
  return plain.length === 1 ? plain : letter
}

function toCapital(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  return String.fromCharCode(65 + code - (code < 0x1_f1_70 ? 0x1_f1_50 : 0x1_f1_70))
}
