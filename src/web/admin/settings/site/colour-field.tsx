import { contrastOfAccent, deriveAccent } from '#contract/settings/accent.ts'
import { useFormat } from '#web/platform/format/use-format.ts'
import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

export const colourPattern = /^#[0-9a-f]{6}$/i
/** The product's own. */
const begun = '#0b5563'

/** A colour as text and with the browser's picker; empty means the product's own. */
export function ColourField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useText(adminSettingsText)
  const format = useFormat()
  const isColour = colourPattern.test(value)
  const contrast = isColour ? contrastOfAccent(deriveAccent(value.toLowerCase())) : undefined
  return (
    <div className="grid gap-3">
      <Switch
        name="own-colour"
        label={t('ownColour')}
        hint={t('colourHint')}
        checked={value !== ''}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? begun : '')}
      />
      {value !== '' && (
        <div className="flex items-start gap-3">
          <input
            type="color"
            name="colour"
            aria-label={t('pickColour')}
            value={isColour ? value.toLowerCase() : begun}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
            className="mt-7 h-11 w-14 shrink-0 rounded-control border border-line-strong bg-surface p-1"
          />
          <TextField
            label={t('colour')}
            name="look.accent"
            value={value}
            spellCheck={false}
            autoComplete="off"
            maxLength={7}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
            className="flex-1"
            {...(contrast !== undefined && {
              hint: t('contrastIs', { contrast: format.number(Math.floor(contrast * 10) / 10) }),
            })}
          />
        </div>
      )}
    </div>
  )
}
