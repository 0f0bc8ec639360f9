import Megaphone from 'lucide-react/icons/megaphone'
import { useState } from 'react'
import type { AnnouncementKind } from '#contract/messaging/announcements.ts'
import { defaultLanguage, type Language, languageNames, languages } from '#contract/base/languages.ts'
import { adminAnnouncementsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { CardSection } from '#web/ui/page/card.tsx'
import { FilterButtons } from '#web/ui/list/filter-buttons.tsx'

export type Typed = Partial<Record<Language, { title: string; text: string }>>

/** What a reader of each language will see, while it is typed. */
export function AnnouncementPreview({ typed, kind }: { typed: Typed; kind: AnnouncementKind }) {
  const t = useText(adminAnnouncementsText)
  const [language, setLanguage] = useState<Language>(defaultLanguage)
  const own = typed[language]
  const isWritten = own !== undefined && (own.title !== '' || own.text !== '')
  const shown = (isWritten ? own : typed[defaultLanguage]) ?? { title: '', text: '' }
  const title = shown.title === '' ? t('untitled') : shown.title
  const text = shown.text === '' ? t('untold') : shown.text
  const isOther = language !== defaultLanguage && !isWritten
  return (
    <div className="wide:sticky wide:top-20">
      <CardSection title={t('preview')}>
        <div className="grid gap-5 p-5 max-wide:p-4">
          <FilterButtons
            label={t('language')}
            value={language}
            onChange={setLanguage}
            isWrapped
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
          {isOther && <p className="text-13 text-ink-3">{t('inEnglish')}</p>}
          <section className="grid gap-2">
            <h3 className="text-13 font-semibold text-ink-3">{t('asNotification')}</h3>
            <div
              lang={isOther ? defaultLanguage : language}
              className="flex items-start gap-3 rounded-control border border-line bg-canvas px-4 py-3"
            >
              <Megaphone aria-hidden className="mt-px size-4.5 shrink-0 text-petrol" />
              <p className="grid min-w-0 gap-1 text-14 wrap-anywhere">
                <span className="font-semibold">{title}</span>
                <span className="whitespace-pre-line text-ink-2">{text}</span>
              </p>
            </div>
          </section>
          <section className="grid gap-2">
            <h3 className="text-13 font-semibold text-ink-3">{t('asEmail')}</h3>
            <div className="grid gap-3 rounded-control border border-line bg-canvas px-4 py-3 text-14 wrap-anywhere">
              <p lang={isOther ? defaultLanguage : language} className="grid gap-3">
                <span className="border-b border-line pb-2 font-semibold">{title}</span>
                <span className="whitespace-pre-line">{text}</span>
              </p>
              <p className="text-13 text-ink-3">
                {t(kind === 'service_notice' ? 'emailEndsWhy' : 'emailEndsOff')}
              </p>
            </div>
          </section>
        </div>
      </CardSection>
    </div>
  )
}
