import { limits } from '#contract/base/limits.ts'
import { FilterButtons, type FilterOption } from '#web/ui/list/filter-buttons.tsx'
import { useUrlState, useUrlText } from '#web/ui/url/use-url-state.ts'
import { SelectField } from './select-field.tsx'
import { TextField } from './text-field.tsx'

/** The search text of a list, in the URL (`?search=`), so that the view can be bookmarked and Back restores it. */
export function UrlSearch({ label, hint }: { label: string; hint?: string }) {
  const [text, setText] = useUrlText('search')
  return (
    <TextField
      label={label}
      name="search"
      type="search"
      placeholder={hint}
      maxLength={limits.searchMax}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  )
}

/** A date in the URL; `meant` is shown if there is none. */
export function UrlDay({ name, label, meant = '' }: { name: 'from' | 'to'; label: string; meant?: string }) {
  const [day, setDay] = useUrlText(name)
  return (
    <TextField
      label={label}
      name={name}
      type="date"
      value={day === '' ? meant : day}
      onChange={({ currentTarget }) => setDay(currentTarget.value)}
    />
  )
}

/** A filter with few values, as buttons. The default (`initial`) is not in the URL. */
export function UrlButtons<V extends string>({
  name,
  label,
  initial,
  options,
}: {
  name: string
  label: string
  initial: V
  options: readonly FilterOption<V>[]
}) {
  const [value, setValue] = useUrlState<V>(name, initial)
  const known = options.find((option) => option.value === value)
  return <FilterButtons label={label} value={known?.value ?? initial} onChange={setValue} options={options} />
}

/** A filter with many values; the first is the default, usually ''. */
export function UrlSelect({
  name,
  label,
  options,
}: {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}) {
  const initial = options[0]?.value ?? ''
  const [value, setValue] = useUrlState<string>(name, initial)
  return (
    <SelectField
      label={label}
      name={name}
      value={options.some((option) => option.value === value) ? value : initial}
      onChange={({ currentTarget }) => setValue(currentTarget.value)}
      options={options}
    />
  )
}
