import { createElement, type ReactNode } from 'react'
import type { RichTag, RichText as Content } from '#contract/settings/rich-text.ts'

const classes: Readonly<Record<RichTag, string | undefined>> = {
  h2: 'mt-7 border-t border-line pt-5 text-20 font-bold first:mt-0',
  h3: 'mt-5 text-17 font-bold first:mt-0',
  h4: 'mt-4 font-bold first:mt-0',
  p: 'mt-3 text-ink-2 whitespace-pre-line first:mt-0',
  ul: 'mt-3 grid list-disc gap-1 ps-6 text-ink-2',
  ol: 'mt-3 grid list-decimal gap-1 ps-6 text-ink-2',
  li: undefined,
  blockquote: 'mt-4 border-s-2 border-line-strong ps-4',
  strong: 'font-semibold text-ink',
  em: 'italic',
  a: 'text-petrol underline',
  br: undefined,
  hr: 'mt-7 border-line',
}

type Open = { tag: RichTag | undefined; href: string | undefined; children: ReactNode[] }

/** The operator's text as elements. They are created here rather than from HTML: nothing else can be in it. */
export function RichText({ content }: { content: Content }) {
  const root: Open = { tag: undefined, href: undefined, children: [] }
  const open = [root]
  for (const piece of content) {
    const inside = open.at(-1) ?? root
    if (typeof piece === 'string') inside.children.push(piece)
    else if ('open' in piece) open.push({ tag: piece.open, href: piece.href, children: [] })
    else if (open.length > 1) {
      open.pop()
      const around = open.at(-1) ?? root
      around.children.push(toElement(inside, around.children.length))
    }
  }
  return <div className="wrap-anywhere">{root.children}</div>
}

function toElement({ tag, href, children }: Open, key: number): ReactNode {
  if (tag === undefined) return children
  if (tag === 'br') return createElement(tag, { key })
  if (tag === 'hr') return createElement(tag, { key, className: classes.hr })
  // The product does not endorse the operator's links, and their targets need not know about this site.
  const link = tag === 'a' ? { href, rel: 'nofollow noopener' } : {}
  return createElement(tag, { key, className: classes[tag], ...link }, ...children)
}
