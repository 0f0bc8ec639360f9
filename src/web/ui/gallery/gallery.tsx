import { type Theme, setTheme, useTheme } from '#web/ui/page/theme.ts'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { PageHeading } from '#web/ui/page/page-heading.tsx'
import { actions } from './shown-actions.tsx'
import { fields } from './shown-fields.tsx'
import { lists } from './shown-lists.tsx'
import { notices } from './shown-notices.tsx'
import { overlays } from './shown-overlays.tsx'
import { paper } from './shown-paper.tsx'
import { tables } from './shown-tables.tsx'
import type { Shown } from './shown.tsx'

const everyPart: readonly Shown[] = [
  ...actions,
  ...fields,
  ...lists,
  ...tables,
  ...notices,
  ...overlays,
  ...paper,
]

/** Every UI part in every state, for developers. */
export function Gallery() {
  return (
    <div className="mx-auto grid max-w-content gap-10 p-4 wide:p-7">
      <PageHeading aside={<ThemeButtons />}>Parts</PageHeading>
      {everyPart.map(({ file, states }) => (
        <section key={file} aria-labelledby={`part-${file}`} className="grid gap-4">
          <h2 id={`part-${file}`} className="border-b border-line pb-2 text-20 font-bold">
            {file}
          </h2>
          <div className="grid gap-5">
            {Object.entries(states).map(([name, state]) => (
              <figure key={name} className="m-0 grid min-w-0 gap-2">
                <figcaption className="text-13 text-ink-3">{name}</figcaption>
                <div className="min-w-0">{state}</div>
              </figure>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

function ThemeButtons() {
  const theme = useTheme()
  const options = (['system', 'light', 'dark'] as const).map((value) => ({ value, label: value }))
  return <FilterButtons<Theme> label="Theme" options={options} value={theme} onChange={setTheme} />
}
