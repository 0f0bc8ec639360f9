import { type Accent, deriveAccent, grounds } from '#contract/settings/accent.ts'
import type { Language } from '#contract/base/languages.ts'

import type { WrittenEmail } from './email-kinds.ts'
import type { Paragraph } from './texts/email-texts.ts'

export type Look = {
  brand: string
  /** The operator's colour; null: the product's own. */
  accent: string | null
  language: Language
  publicUrl: string
}

/** The product's own colour (tokens.css). */
const OWN_ACCENT: Accent = {
  light: { accent: '#0b5563', hover: '#084451', on: '#ffffff', soft: '#dcecee' },
  dark: { accent: '#5cc1d0', hover: '#82d3df', on: '#04252c', soft: '#12343b' },
}
const inks = {
  light: { text: grounds.light.ink, quiet: '#5c6867', line: '#dad8cc' },
  dark: { text: grounds.dark.ink, quiet: '#8e9c9c', line: '#263338' },
} as const

/**
 * An email as HTML in the product's look. The brand is text, since most mailboxes don't load pictures. Every text is
 * escaped, as users choose names and subjects. Styles are inline because many programs drop style sheets; the one sheet is
 * for dark mode.
 */
export function renderHtml(email: WrittenEmail, { brand, accent, language, publicUrl }: Look): string {
  const { light, dark } = accent === null ? OWN_ACCENT : deriveAccent(accent)
  const { subject, paragraphs, closing = [] } = email
  const text = `color:${inks.light.text};font:16px/1.5 ${FONT}`
  const quiet = `color:${inks.light.quiet};font:13px/1.5 ${FONT}`
  const main = paragraphs.findIndex((part) => typeof part !== 'string')
  const rows = paragraphs.map((part, at) =>
    at === main ? button(part, light) : paragraph(part, { style: text, name: 'text', light }),
  )
  const small = closing.map((part) => paragraph(part, { style: quiet, name: 'quiet', light }))
  const host = new URL(publicUrl).host
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>:root{color-scheme:light dark}@media(prefers-color-scheme:dark){
.ground{background:${grounds.dark.canvas}!important}
.slip{background:${grounds.dark.surface}!important;border-color:${inks.dark.line}!important;border-top-color:${dark.accent}!important}
.text,.brand{color:${inks.dark.text}!important}.quiet{color:${inks.dark.quiet}!important}
.rule{border-color:${inks.dark.line}!important}.link{color:${dark.accent}!important}
.button{background:${dark.accent}!important;color:${dark.on}!important}}</style></head>
<body class="ground" style="margin:0;padding:0;background:${grounds.light.canvas}">
<div role="main">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${grounds.light.canvas}"><tr><td align="center" style="padding:28px 12px">
<table role="presentation" class="slip" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${grounds.light.surface};border:1px solid ${inks.light.line};border-top:4px solid ${light.accent};border-radius:10px">
<tr><td class="rule" style="padding:20px 28px 16px;border-bottom:1px dashed ${inks.light.line}"><h1 style="margin:0;font:700 18px/1.4 ${FONT}"><a class="brand" href="${escapeHtml(publicUrl)}" style="color:${inks.light.text};text-decoration:none">${escapeHtml(brand)}</a></h1></td></tr>
<tr><td style="padding:12px 28px 20px">
${rows.join('\n')}
</td></tr>${small.length === 0 ? '' : `\n<tr><td class="rule" style="padding:8px 28px 16px;border-top:1px dashed ${inks.light.line}">\n${small.join('\n')}\n</td></tr>`}
</table>
<p class="quiet" style="margin:16px 0 0;${quiet}">${escapeHtml(brand)} · ${escapeHtml(host)}</p>
</td></tr></table></div></body></html>
`
}

const FONT = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
type Shades = Accent['light']

/** The email's main link. The URL is also printed below the button, so that readers see where it leads. */
function button(part: Paragraph | undefined, light: Shades): string {
  if (part === undefined || typeof part === 'string') return ''
  const link = escapeHtml(part.link)
  return `<p style="margin:16px 0 8px"><a class="button" href="${link}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${light.accent};color:${light.on};font:600 16px/1.3 ${FONT};text-decoration:none">${escapeHtml(part.label)}</a></p>
<p class="quiet" style="margin:0 0 12px;color:${inks.light.quiet};font:12px/1.5 ${FONT};word-break:break-all">${link}</p>`
}

function paragraph(
  part: Paragraph,
  { style, name, light }: { style: string; name: string; light: Shades },
): string {
  const inner =
    typeof part === 'string'
      ? escapeHtml(part).replaceAll('\n', '<br>')
      : `<a class="link" href="${escapeHtml(part.link)}" style="color:${light.accent}">${escapeHtml(part.label)}</a>`
  return `<p class="${name}" style="margin:8px 0;${style};overflow-wrap:anywhere">${inner}</p>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
