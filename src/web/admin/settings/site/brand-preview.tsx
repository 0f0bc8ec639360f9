import type { CSSProperties } from 'react'
import { BrandName } from '#web/parts/site/brand.tsx'
import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { accentTokens } from '#web/platform/page/accent-tokens.ts'
import { useSite } from '#web/platform/page/site-facts.ts'
import { buttonClass } from '#web/ui/page/button.tsx'
import { colourPattern } from './colour-field.tsx'

const ownColour = '#0b5563'

/** A header and controls, in both themes, with the typed values. */
export function BrandPreview({ name, accent }: { name: string; accent: string }) {
  const t = useText(adminSettingsText)
  const colour = colourPattern.test(accent) ? accent.toLowerCase() : ownColour
  const own = accent === '' ? {} : accentTokens(colour)
  return (
    <div className="grid gap-3 narrow:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => (
        <figure
          key={theme}
          // Its own theme, regardless of the page's. Custom properties, which React's type does not know.
          style={{ ...own, colorScheme: theme } as CSSProperties}
          className="grid gap-4 rounded-card border border-line bg-canvas p-4 text-ink"
        >
          <figcaption className="text-12 text-ink-3">{t(theme)}</figcaption>
          <ShownBrand name={name} />
          <div className="flex flex-wrap items-center gap-x-2 gap-y-3">
            <span className={buttonClass({ size: 'small' })}>{t('sampleButton')}</span>
            <span className="text-14 text-petrol underline">{t('sampleLink')}</span>
            <span className="rounded-control bg-petrol-soft px-2 py-1 text-14">{t('sampleChosen')}</span>
          </div>
        </figure>
      ))}
    </div>
  )
}

function ShownBrand({ name }: { name: string }) {
  const { logo } = useSite()
  if (logo === null)
    return (
      <p className="font-heading text-17 font-bold tracking-tight">
        <BrandName name={name} />
      </p>
    )
  return (
    <img
      src={logo.url}
      alt={name}
      width={logo.width}
      height={logo.height}
      className="h-8 w-auto max-w-44 object-contain object-left"
    />
  )
}
