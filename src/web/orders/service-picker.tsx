import { lazy, type RefObject, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { readName } from '#web/catalogue/read-name.ts'
import { searchWords } from '#web/ui/fold-text.ts'
import type { IndexedService, ServiceFilter } from '#web/catalogue/search-services.ts'
import type { useServiceIndex } from '#web/catalogue/use-service-index.ts'
import { useFormat } from '#web/language/use-format.ts'
import { newOrderText } from '#web/messages/new-order.ts'
import { useText } from '#web/messages/text.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { controlClass, Field } from '#web/ui/field.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useOptionList } from '#web/ui/use-option-list.ts'
import type { ServiceOptionsHandle } from './service-options.tsx'
import { useOwnFirst, useStarKey } from './use-own-first.ts'
import { useDescriptionSearch } from './use-description-search.ts'

type ServicePickerProps = {
  catalogue: ReturnType<typeof useServiceIndex>
  filter: Omit<ServiceFilter, 'text'>
  service: IndexedService | undefined
  error: string | undefined
  onChoose: (service: IndexedService) => void
  /** What was typed or pasted is a link and no search. */
  isLink: (text: string) => boolean
  onLink: (link: string) => void
  input: RefObject<HTMLInputElement | null>
}

// With the list's machinery, which nobody needs before they look for something.
const ServiceOptions = lazy(() => import('./service-options.tsx'))

const emptyList: readonly never[] = []

/** A search box over the whole catalogue: type, arrows, Enter. The list is drawn only as far as it is seen. */
export function ServicePicker(props: ServicePickerProps) {
  const { catalogue, filter, service, error, onChoose, isLink, onLink } = props
  const t = useText(newOrderText)
  const format = useFormat()
  const [text, setText] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const options = useRef<ServiceOptionsHandle>(null)
  useImperativeHandle(props.input, () => box.current as HTMLInputElement, []) // set while mounted

  const typed = text ?? ''
  const { platform, categoryId } = filter
  const hits = useMemo(
    () =>
      isOpen && catalogue.index !== undefined
        ? catalogue.index.find({ text: typed, platform, categoryId })
        : emptyList,
    [isOpen, catalogue.index, typed, platform, categoryId],
  )
  const { more, isSearching } = useDescriptionSearch(isOpen ? typed : '', hits, catalogue.index)
  const all = useMemo(() => (more.length === 0 ? hits : [...hits, ...more]), [hits, more])
  const own = useOwnFirst(all, typed)
  const found = own.services
  const isStarKey = useStarKey()
  const words = useMemo(() => searchWords(typed), [typed])

  const list = useOptionList({
    count: isOpen ? found.length : 0,
    onChoose: (at) => {
      const chosen = found[at]
      if (chosen === undefined) return
      close()
      onChoose(chosen)
    },
    onClose: close,
    onActive: (at) => options.current?.show(at),
  })

  function close(): void {
    setIsOpen(false)
    setText(undefined)
  }

  function open(): void {
    void catalogue.load()
    setIsOpen(true)
  }

  function type(next: string): void {
    if (isLink(next)) {
      onLink(next.trim())
      setText('')
      return
    }
    setText(next)
    list.setActive(0)
    open()
  }

  const isFailed = catalogue.error !== undefined && catalogue.index === undefined
  return (
    <Field label={t('service')} error={error}>
      {(control) => (
        <div
          className="relative"
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) close()
          }}
        >
          <input
            {...control}
            {...list.input}
            role="combobox"
            aria-controls={list.input['aria-controls']}
            ref={box}
            aria-expanded={isOpen}
            value={text ?? (service === undefined ? '' : toLine(service))}
            placeholder={t('searchServices')}
            onFocus={({ currentTarget }) => {
              void catalogue.load()
              currentTarget.select()
            }}
            onClick={({ currentTarget }) => {
              // The press that brought the focus has put a caret into the chosen name: what is typed replaces it.
              if (!isOpen) currentTarget.select()
              open()
            }}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={(event) => {
              if (isStarKey(event, isOpen ? found[list.active] : undefined)) return
              const opens = event.key === 'ArrowDown' || event.key === 'ArrowUp'
              if (!isOpen && opens) {
                event.preventDefault()
                open()
              } else list.input.onKeyDown(event)
            }}
            spellCheck={false}
            className={`${controlClass} truncate pe-20`}
          />
          {isOpen && found.length > 0 && (
            <span
              aria-hidden
              className="figures pointer-events-none absolute inset-y-0 end-3 flex items-center text-14 text-ink-3"
            >
              {format.number(found.length)}
            </span>
          )}
          <output className="sr-only">
            {isOpen && catalogue.index !== undefined && t('found', { count: found.length })}
          </output>
          {isOpen && (
            <div className="absolute inset-x-0 top-full z-30 mt-2 overflow-hidden rounded-card border border-line bg-surface shadow-receipt">
              {catalogue.isLoading && <SkeletonRows rows={4} label={t('loadingServices')} />}
              {isFailed && <ErrorState message={t('loadFailed')} onRetry={() => void catalogue.load()} />}
              {catalogue.index !== undefined && (
                <LazyPart fallback={<SkeletonRows rows={4} label={t('loadingServices')} />}>
                  <ServiceOptions handle={options} own={own} words={words} list={list} />
                </LazyPart>
              )}
              {catalogue.index !== undefined && (found.length === 0 || isSearching) && (
                <p className="px-4 py-3 text-14 text-ink-3">
                  {isSearching ? t('searchingDescriptions') : t('noneFound')}
                </p>
              )}
            </div>
          )}
        </div>
      )}
    </Field>
  )
}

/** The chosen service in its box: what it is, and how it differs from its like. */
function toLine(service: IndexedService): string {
  const { title, chips } = readName(service)
  return [service.id, title, ...chips.map(({ text }) => text)].join(' · ')
}
