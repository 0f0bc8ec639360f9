import { useNavigation } from 'react-router'
import { commonText } from '#web/platform/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'

/** A loading bar for navigation, shown after 150 ms. */
export function NavigationBar() {
  const t = useText(commonText)
  const isUnderWay = useNavigation().state !== 'idle'
  return (
    <output aria-label={isUnderWay ? t('loading') : undefined}>
      {isUnderWay && (
        <span
          data-navigation-bar
          className="fixed inset-x-0 top-0 z-50 block h-0.5 animate-appear overflow-hidden bg-petrol-soft"
        >
          <span className="block h-full w-1/3 animate-under-way bg-petrol" />
        </span>
      )}
    </output>
  )
}
