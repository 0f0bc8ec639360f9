import { memo } from 'react'
import type { Category } from '#contract/catalogue/catalogue.ts'
import { featuredPlatforms } from '#contract/catalogue/platforms.ts'
import { PlatformIcon } from '#web/parts/catalogue/service/platform-icon.tsx'
import { catalogueText } from '#web/parts/catalogue/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'
import { type Place, withParam } from '#web/ui/url/url-place.ts'
import { useUrlChange } from '#web/ui/url/use-url-state.ts'
import { readyServiceIndex } from '#web/parts/catalogue/search/service-index.ts'

type PlatformButtonsProps = {
  platform: string | undefined
  /** The known categories before the catalogue is loaded. */
  categories: readonly Category[]
}

/** Each of the large platforms has its own page: links keep the search, and the category if the platform has it. */
export const PlatformButtons = memo(function PlatformButtons({ platform, categories }: PlatformButtonsProps) {
  const t = useText(catalogueText)
  const changeUrl = useUrlChange()
  return (
    <FilterButtons
      label={t('platforms')}
      value={platform ?? ''}
      onChange={(next: string) =>
        changeUrl((place) => atPlatform(place, next, readyServiceIndex()?.categories ?? categories))
      }
      options={[
        { value: '', label: t('allPlatforms') },
        ...featuredPlatforms.map((value) => ({
          value,
          label: value,
          picture: <PlatformIcon platform={value} />,
        })),
      ]}
    />
  )
})

export function atPlatform({ search }: Place, platform: string, categories: readonly Category[]): Place {
  const place = { pathname: platform === '' ? '/services' : `/services/${platform.toLowerCase()}`, search }
  const chosen = new URLSearchParams(search).get('category')
  const stays =
    platform === '' || categories.some((one) => String(one.id) === chosen && one.platform === platform)
  return withParam(place, 'category', stays ? (chosen ?? '') : '')
}
