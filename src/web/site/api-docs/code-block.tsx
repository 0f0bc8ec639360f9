/** Long lines can be scrolled, also by keyboard. */
export function CodeBlock({ children }: { children: string }) {
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls takes the focus
      tabIndex={0}
      className="overflow-x-auto rounded-control border border-line bg-sunken p-4 text-13"
    >
      <code className="font-mono [font-variant-ligatures:none]">{children}</code>
    </pre>
  )
}
