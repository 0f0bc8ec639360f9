import { argv, stdout } from 'node:process'

import sharp from 'sharp'

import type { Language } from '#contract/base/languages.ts'

const sentences: Readonly<Record<Language, readonly [string, string]>> = {
  en: ['Every price before you order.', 'Every cent accounted for.'],
  vi: ['Biết mọi mức giá trước khi đặt.', 'Từng đồng đều được ghi sổ.'],
  ru: ['Цена известна до заказа.', 'Учтён каждый цент.'],
}

/** The link preview: the brand on paper next to a rosette, in the machine's sans-serif font. */
async function drawCard({
  name,
  accent,
  language,
}: {
  name: string
  accent: string
  language: Language
}): Promise<Buffer> {
  const [first, second] = sentences[language]
  const size = name.length <= 16 ? 84 : name.length <= 28 ? 60 : 40
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
<rect width="1200" height="630" fill="#f5f4ee"/>
<g transform="translate(1010 315)" fill="none" stroke="${accent}" stroke-opacity="0.34" stroke-width="1.1">${rosette(330)}</g>
<g fill="none" stroke="${accent}" stroke-opacity="0.4" stroke-width="1.2">${braid(1200, 590)}</g>
<g transform="translate(80 92)">${mark(accent, 88)}</g>
<g font-family="Geologica, 'DejaVu Sans', 'Liberation Sans', Arial, sans-serif">
<text x="80" y="318" font-size="${size}" font-weight="700" fill="#12211f">${escapeXml(name)}</text>
<text x="80" y="400" font-size="34" fill="#3e4c4b">${first}</text>
<text x="80" y="450" font-size="34" fill="#3e4c4b">${second}</text>
</g>
</svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, quality: 90 }).toBuffer()
}

async function drawIcon({ accent, size }: { accent: string; size: number }): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32">${mark(accent, 32, 0)}</svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
}

/** Tally marks, as in favicon.svg. Icons have square corners: phones round them. */
function mark(accent: string, size: number, corner = 7): string {
  return `<g transform="scale(${size / 32})"><rect width="32" height="32" rx="${corner}" fill="${accent}"/>
<path d="M8 9v14M13 9v14M18 9v14" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>
<path d="M5 20.5 25.5 11" stroke="#f0b429" stroke-width="2.6" stroke-linecap="round"/></g>`
}

/** A wavy ring, rotated and scaled repeatedly. Coordinates have one decimal: more is not visible. */
function rosette(radius: number): string {
  const points = Array.from({ length: 241 }, (_, at) => {
    const angle = (at / 240) * 2 * Math.PI
    const distance = radius * (0.78 + 0.15 * Math.cos(7 * angle) + 0.07 * Math.sin(14 * angle))
    return `${(distance * Math.cos(angle)).toFixed(1)},${(distance * Math.sin(angle)).toFixed(1)}`
  })
  return Array.from(
    { length: 30 },
    (_, at) =>
      `<polyline points="${points.join(' ')}" transform="rotate(${at * 1.7})scale(${1 - at * 0.026})"/>`,
  ).join('')
}

/** Waves that cross along an edge. */
function braid(width: number, middle: number): string {
  return Array.from({ length: 8 }, (_, wave) => {
    const points = Array.from({ length: width / 10 + 1 }, (_unused, at) => {
      const height = (13 - (wave % 4) * 2.2) * (wave < 4 ? 1 : -1)
      return `${at * 10},${(middle + height * Math.sin((at * 10) / 24)).toFixed(1)}`
    })
    return `<polyline points="${points.join(' ')}"/>`
  }).join('')
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

export type PictureRequest = Parameters<typeof drawCard>[0] | Parameters<typeof drawIcon>[0]

/** Runs as a child process (make-pictures.ts): its argument is the request as JSON, its output the PNG. */
const request: PictureRequest = JSON.parse(argv[2] ?? '{}') // by make-pictures.ts
stdout.write(await ('language' in request ? drawCard(request) : drawIcon(request)))
