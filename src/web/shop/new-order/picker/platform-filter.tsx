import { memo, useId, useState } from 'react'
import { featuredPlatforms } from '#contract/catalogue/platforms.ts'
import { PlatformIcon } from '#web/parts/catalogue/service/platform-icon.tsx'
import { foldText } from '#web/ui/text/fold-text.ts'
import { newOrderText } from '#web/shop/new-order/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { cx } from '#web/ui/page/cx.ts'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

type PlatformFilterProps = {
  /** Every platform with services; the featured ones have their own button. */
  platforms: readonly string[]
  value: string | undefined
  onChange: (platform: string | undefined) => void
}

const all = ''

function toOption(platform: string) {
  return { value: platform, label: platform, picture: <PlatformIcon platform={platform} /> }
}

/** A button for each of the large platforms; the others have a search. */
export const PlatformFilter = memo(function PlatformFilter({
  platforms,
  value,
  onChange,
}: PlatformFilterProps) {
  const t = useText(newOrderText)
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const featured: readonly string[] = featuredPlatforms
  const others = platforms.filter((platform) => !featured.includes(platform))
  const shown = value === undefined || featured.includes(value) ? featured : [...featured, value]
  const matches = others.filter((platform) => foldText(platform).includes(foldText(text)))

  function choose(platform: string): void {
    onChange(platform === all ? undefined : platform)
    setIsOpen(false)
    setText('')
  }

  return (
    <div className="grid gap-3">
      <FilterButtons
        label={t('platforms')}
        options={[{ value: all, label: t('allPlatforms') }, ...shown.map(toOption)]}
        value={value ?? all}
        onChange={choose}
      >
        {others.length > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-label={t('morePlatforms')}
            onClick={() => setIsOpen(!isOpen)}
            className={cx(
              'min-h-9 shrink-0 rounded-control border border-dashed border-line-strong px-3 text-ink-2 transition-colors duration-120 hover:text-ink max-wide:min-h-11',
              isOpen && 'bg-sunken',
            )}
          >
            {t('more')}
          </button>
        )}
      </FilterButtons>
      {isOpen && (
        <div id={id} className="grid gap-3 rounded-card border border-line bg-surface p-4">
          <TextField
            label={t('findPlatform')}
            name="platformSearch"
            type="search"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be typed into
            autoFocus
            autoComplete="off"
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setIsOpen(false)
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
              event.preventDefault()
              if (matches[0] !== undefined) choose(matches[0])
            }}
          />
          {matches.length === 0 ? (
            <p className="text-14 text-ink-3">{t('noPlatform')}</p>
          ) : (
            <FilterButtons
              isWrapped
              label={t('morePlatforms')}
              options={matches.map(toOption)}
              value={value ?? all}
              onChange={choose}
            />
          )}
        </div>
      )}
    </div>
  )
})
