import { memo, type Ref, useImperativeHandle, useRef } from 'react'
import { massOrderText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { controlClass, Field } from '#web/ui/fields/field.tsx'

/** The row height of the column: `leading-6`. */
const LINE_PIXELS = 24
/** The maximum number of rendered line numbers; a box with more lines is rejected anyway. */
const NUMBERS_MAX = 400

export type LinesBoxHandle = {
  focus: () => void
  /** Selects a line, counted from 1, and scrolls it into view. */
  goTo: (line: number) => void
}

type LinesBoxProps = {
  value: string
  isLocked: boolean
  error: string | undefined
  /** The numbers of the marked lines. */
  wrong: ReadonlySet<number>
  onChange: (text: string) => void
  handle: Ref<LinesBoxHandle>
}

/** The box for typed and pasted lines: numbered, without wrapping. */
export function LinesBox({ value, isLocked, error, wrong, onChange, handle }: LinesBoxProps) {
  const t = useText(massOrderText)
  const box = useRef<HTMLTextAreaElement>(null)
  const numbers = useRef<HTMLDivElement>(null)
  useImperativeHandle(handle, () => ({
    focus: () => box.current?.focus(),
    goTo: (line) => goTo(box.current, line),
  }))
  const count = Math.min(NUMBERS_MAX, value.split('\n').length)
  return (
    <Field label={t('box')} hint={t('hint')} error={error}>
      {(control) => (
        <div className="relative">
          <div
            aria-hidden
            className="pointer-events-none absolute inset-y-px start-px w-11 overflow-hidden rounded-s-control border-e border-line bg-sunken"
          >
            <div ref={numbers} className="figures py-2 pe-2 text-end text-13 leading-6 text-ink-3">
              <Numbers count={count} wrong={wrong} />
            </div>
          </div>
          <textarea
            {...control}
            ref={box}
            name="lines"
            value={value}
            readOnly={isLocked}
            wrap="off"
            rows={10}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            placeholder={t('example')}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
            onScroll={({ currentTarget: { scrollTop } }) => {
              // Not through React: the numbers must stay next to their lines in the same frame.
              if (numbers.current !== null) numbers.current.style.transform = `translateY(${-scrollTop}px)`
            }}
            className={cx(
              controlClass,
              'figures block max-h-[60dvh] min-h-64 resize-y overflow-auto py-2 ps-14 leading-6 whitespace-pre read-only:bg-sunken',
            )}
          />
        </div>
      )}
    </Field>
  )
}

/** Re-renders when their count or the marks change, not at every keystroke. */
const Numbers = memo(function Numbers({ count, wrong }: { count: number; wrong: ReadonlySet<number> }) {
  return Array.from({ length: count }, (_, at) => (
    <div key={at} className={cx(wrong.has(at + 1) && 'font-bold text-bad')}>
      {wrong.has(at + 1) ? `! ${at + 1}` : at + 1}
    </div>
  ))
})

function goTo(box: HTMLTextAreaElement | null, line: number): void {
  if (box === null) return
  const lines = box.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((length, one) => length + one.length + 1, 0)
  box.focus()
  box.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  box.scrollTop = (line - 1) * LINE_PIXELS - box.clientHeight / 2
}
