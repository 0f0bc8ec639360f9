import type { ParsedEmail } from './email.ts'

const STYLE = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; padding: 20px 16px; background: light-dark(#f5f4ee, #0d1416); color: light-dark(#12211f, #e8edea);
  font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 720px; margin: 0 auto; display: grid; gap: 16px; }
h1, h2 { margin: 0; font-size: 20px; overflow-wrap: anywhere; }
article { padding: 20px; border-radius: 10px; background: light-dark(#ffffff, #141d20);
  border: 1px solid light-dark(#dad8cc, #263338); }
p { margin: 4px 0 12px; color: light-dark(#3e4c4b, #b4c0bf); overflow-wrap: anywhere; }
pre { margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: light-dark(#0b5563, #5cc1d0); }
:focus-visible { outline: 3px solid light-dark(#0b5563, #5cc1d0); outline-offset: 2px; }
`

/** Every email received, newest first. */
export function renderMailbox(emails: readonly ParsedEmail[]): string {
  const shown = emails.map(
    ({ at, to, subject, text }) =>
      `<article><h2>${escape(subject)}</h2><p>${escape(to.join(', '))} · <time>${escape(at)}</time></p><pre>${link(text)}</pre></article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sandbox mailbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<style>${STYLE}</style></head><body><main><h1>Sandbox mailbox</h1>
${shown.length === 0 ? '<p>No emails yet.</p>' : shown.join('\n')}
</main></body></html>`
}

/** URLs become links, everything else stays text. */
function link(text: string): string {
  return escape(text).replaceAll(/https?:\/\/[\w./:?=%-]+/g, (url) => `<a href="${url}">${url}</a>`)
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
