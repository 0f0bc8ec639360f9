import { type KeyboardEvent, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import { platformOfLink } from '#contract/catalogue/platform-of-link.ts'
import { readName } from '#web/parts/catalogue/names/read-name.ts'
import type { IndexedService } from '#web/parts/catalogue/search/search-services.ts'
import type { useServiceIndex } from '#web/parts/catalogue/search/use-service-index.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { newOrderText } from '#web/shop/new-order/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { controlClass, Field } from '#web/ui/fields/field.tsx'
import { useOptionList } from '#web/ui/combobox/use-option-list.ts'
import { CatalogueFailure, isFailed, PickerList } from './picker-list.tsx'
import type { ServiceOptionsHandle } from './service-options.tsx'
import { useStarKey } from './use-own-first.ts'
import { type PickerFilter, usePickerSearch } from './use-picker-search.ts'

type Catalogue = ReturnType<typeof useServiceIndex>

type ServicePickerProps = {
  catalogue: Catalogue
  isFailureSaid: boolean
  filter: PickerFilter
  service: IndexedService | undefined
  error: string | undefined
  onChoose: (service: IndexedService) => void
  /** Called if the typed or pasted text is a link: it becomes the order's link, and filters the services. */
  onLink: (link: string) => void
  input: RefObject<HTMLInputElement | null>
}

/**
 * A search field over the whole catalogue: type, arrows, Enter. Only the visible part of the list is rendered, above
 * other content, inside the nearest `relative` ancestor.
 */
export function ServicePicker(props: ServicePickerProps) {
  const { catalogue, filter, service, error, onChoose, onLink } = props
  const isSaid = props.isFailureSaid && isFailed(catalogue)
  const t = useText(newOrderText)
  const [text, setText] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const options = useRef<ServiceOptionsHandle>(null)
  useImperativeHandle(props.input, () => box.current as HTMLInputElement, []) // set while mounted

  const search = usePickerSearch(isOpen ? catalogue.index : undefined, text ?? '', filter)
  const isStarKey = useStarKey()
  const list = useOptionList({
    count: search.found.length,
    onChoose: (at) => choose(search.found[at]),
    onClose: close,
    onActive: (at) => options.current?.show(at),
  })

  function choose(chosen: IndexedService | undefined): void {
    if (chosen === undefined) return
    close()
    onChoose(chosen)
  }

  function close(): void {
    setIsOpen(false)
    setText(undefined)
  }

  function open(): void {
    void catalogue.load()
    setIsOpen(true)
  }

  function type(next: string): void {
    if (platformOfLink(next) !== undefined) onLink(next.trim())
    setText(next)
    list.setActive(0)
    open()
  }

  function onKeyDown(event: KeyboardEvent): void {
    // During input method composition, Enter and arrows belong to it.
    if (event.nativeEvent.isComposing || isStarKey(event, search.found[list.active])) return
    const opens = !isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')
    // Enter is faster than the list: it selects the first match of the field's text.
    const isAhead = search.isBehind && event.key === 'Enter' && !event.ctrlKey && !event.metaKey
    if (!opens && !isAhead) return list.input.onKeyDown(event)
    event.preventDefault()
    if (opens) open()
    else choose(search.findAhead())
  }

  return (
    <Field label={t('service')} error={error}>
      {(control) => (
        <div
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) close()
          }}
        >
          <div className="relative">
            <input
              {...control}
              {...list.input}
              role="combobox"
              aria-controls={list.input['aria-controls']}
              ref={box}
              aria-expanded={isOpen && !isSaid}
              value={text ?? (service === undefined ? '' : toLine(service))}
              placeholder={t('searchServices')}
              onFocus={({ currentTarget }) => {
                void catalogue.load()
                currentTarget.select()
              }}
              onClick={({ currentTarget }) => {
                // The click that focused the box placed a caret in the selected name: typing replaces it.
                if (!isOpen) currentTarget.select()
                open()
              }}
              onChange={({ currentTarget }) => type(currentTarget.value)}
              onKeyDown={onKeyDown}
              spellCheck={false}
              className={`${controlClass} truncate pe-20`}
            />
            <Count of={search.found.length} />
          </div>
          <output className="sr-only">
            {isOpen && catalogue.index !== undefined && t('found', { count: search.found.length })}
          </output>
          {isOpen && !isSaid ? (
            <PickerList catalogue={catalogue} search={search} rows={list.rows} handle={options} />
          ) : (
            <CatalogueFailure catalogue={catalogue} isSaid={isSaid} />
          )}
        </div>
      )}
    </Field>
  )
}

function Count({ of }: { of: number }) {
  const format = useFormat()
  if (of === 0) return null
  return (
    <span
      aria-hidden
      className="figures pointer-events-none absolute inset-y-0 end-3 flex items-center text-14 text-ink-3"
    >
      {format.number(of)}
    </span>
  )
}

/** The selected service as text in the box: its title, and what distinguishes it. */
function toLine(service: IndexedService): string {
  const { title, chips } = readName(service)
  return [service.id, title, ...chips.map(({ text }) => text)].join(' · ')
}
