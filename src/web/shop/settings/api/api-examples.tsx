import { useState } from 'react'
import { exampleCode, type ExampleLanguage, exampleLanguages } from '#contract/site/example-code.ts'
import { apiAccessText } from '#web/shop/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { CopyButton } from '#web/ui/text/copy-button.tsx'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'

export function ApiExamples({ origin }: { origin: string }) {
  const t = useText(apiAccessText)
  const [language, setLanguage] = useState<ExampleLanguage>('curl')
  const code = exampleCode[language](origin)
  return (
    <CardSection title={t('examplesTitle')}>
      <div className="grid gap-4 p-5 max-wide:p-4">
        <p className="text-14 text-ink-2">{t('examplesLead')}</p>
        <FilterButtons
          label={t('language')}
          value={language}
          onChange={setLanguage}
          options={exampleLanguages.map((value) => ({ value, label: value }))}
        />
        <div className="min-w-0 rounded-control border border-line bg-sunken">
          <div className="flex items-center justify-between border-b border-line py-1 ps-4 pe-1 text-13 text-ink-2">
            {language}
            <CopyButton value={code} what={t('code')} />
          </div>
          {/* Long lines can be scrolled, also by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls takes the focus */}
          <pre tabIndex={0} className="overflow-x-auto p-4 text-13">
            <code className="font-mono [font-variant-ligatures:none]">{code}</code>
          </pre>
        </div>
      </div>
    </CardSection>
  )
}
