import { limits } from '#contract/base/limits.ts'
import { TextField } from './text-field.tsx'
import { useUrlText } from '#web/ui/url/use-url-state.ts'

/** What a list is searched for, in its address (`?search=`), so that a view can be kept and Back brings it back. */
export function UrlSearch({ label, hint }: { label: string; hint: string }) {
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

/** A day in the address. */
export function UrlDay({ name, label }: { name: 'from' | 'to'; label: string }) {
  const [day, setDay] = useUrlText(name)
  return (
    <TextField
      label={label}
      name={name}
      type="date"
      value={day}
      onChange={({ currentTarget }) => setDay(currentTarget.value)}
    />
  )
}
