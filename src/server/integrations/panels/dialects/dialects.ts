import { speak } from './dialect.ts'
import { english } from './english.ts'
import { otherLanguages } from './other-languages.ts'
import { portugueseAndSpanish } from './portuguese-spanish.ts'
import { protocol } from './protocol.ts'
import { russian } from './russian.ts'
import { turkish } from './turkish.ts'
import { vietnamese } from './vietnamese.ts'

export const dialects = [
  protocol,
  english,
  vietnamese,
  turkish,
  russian,
  portugueseAndSpanish,
  otherLanguages,
]

export const spoken = speak(dialects)
