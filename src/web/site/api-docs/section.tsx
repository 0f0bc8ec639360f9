import type { ReactNode } from 'react'

/** One of the page's two APIs; `id` is its anchor. */
export function Part({
  id,
  title,
  lead,
  children,
}: {
  id: string
  title: string
  lead: string
  children: ReactNode
}) {
  return (
    <section id={id} className="grid scroll-mt-28 gap-8 *:min-w-0">
      <div className="grid gap-2">
        <h2 className="text-20 font-bold">{title}</h2>
        <p className="text-ink-2">
          <Said>{lead}</Said>
        </p>
      </div>
      {children}
    </section>
  )
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-5 *:min-w-0">
      <h3 className="text-17 font-bold">{title}</h3>
      {children}
    </section>
  )
}

export function Point({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className="grid gap-2 border-t border-line pt-4 *:min-w-0">
      <h4 className="font-semibold">{title}</h4>
      {text !== undefined && (
        <p className="text-ink-2">
          <Said>{text}</Said>
        </p>
      )}
      {children}
    </div>
  )
}

/** Text between backticks is code. */
export function Said({ children }: { children: string }) {
  return children.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts of one sentence, which never move
      <code key={at} className="font-mono text-[0.92em] wrap-anywhere">
        {part}
      </code>
    ),
  )
}
