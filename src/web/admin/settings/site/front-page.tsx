import { useState } from 'react'
import { defaultLanguage, type Language } from '#contract/base/languages.ts'
import { frontSections } from '#contract/settings/front-sections.ts'
import type { OperatorText } from '#contract/settings/settings-texts.ts'
import { adminFrontText } from '#web/admin/settings/texts.en.ts'
import { siteText } from '#web/parts/landing/texts.en.ts'
import { frameText } from '#web/parts/frame/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Card, CardSection } from '#web/ui/page/card.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { RowList } from '#web/admin/settings/row-list.tsx'
import { Fields, SectionFrame } from '#web/admin/settings/section-frame.tsx'
import { TranslatedField, WritingLanguage } from '#web/admin/settings/translated-field.tsx'
import { isUnwritten } from '#web/admin/settings/operator-text.ts'
import { useSectionForm } from '#web/admin/settings/use-section-form.ts'

export { TabError as ErrorBoundary } from '#web/parts/settings/tab-error.tsx'

type FooterLink = { label: OperatorText; url: string }

/** The start of the front page, its sections, and the footer of every public page. */
export default function AdminFrontPage() {
  const front = useText(adminFrontText)
  const site = useText(siteText)
  const frame = useText(frameText)
  const [writing, setWriting] = useState<Language>(defaultLanguage)
  const form = useSectionForm({
    name: 'front',
    sections: ['front_page', 'footer'],
    toForm: ({ front_page: { title, line, button, hidden }, footer }) => ({
      title: title ?? '',
      line: line ?? '',
      button: button ?? '',
      hidden,
      footerLine: footer.line ?? '',
      links: footer.links,
    }),
    toWire: ({ title, line, button, hidden, footerLine, links }) => ({
      front_page: { title: orNull(title), line: orNull(line), button: orNull(button), hidden },
      footer: { line: orNull(footerLine), links },
    }),
  })
  const { title, line, button, hidden, footerLine, links } = form.values
  const empty = (text: string) => front('emptyIs', { text })
  return (
    <SectionFrame form={form}>
      <Card>
        <WritingLanguage value={writing} onChange={setWriting} />
      </Card>
      <CardSection title={front('hero')}>
        <Fields>
          <TranslatedField
            name="front_page.title"
            label={front('heroTitle')}
            hint={empty(site('heroTitle'))}
            told={title}
            writing={writing}
            onChange={(next) => form.set({ title: next })}
          />
          <TranslatedField
            name="front_page.line"
            label={front('heroLine')}
            hint={empty(site('heroLead'))}
            told={line}
            writing={writing}
            onChange={(next) => form.set({ line: next })}
          />
          <TranslatedField
            name="front_page.button"
            label={front('heroButton')}
            hint={empty(site('createAccount'))}
            told={button}
            writing={writing}
            onChange={(next) => form.set({ button: next })}
          />
        </Fields>
      </CardSection>
      <CardSection title={front('sections')}>
        <Fields>
          <p className="text-14 text-ink-2">{front('sectionsHint')}</p>
          <div className="grid gap-1">
            {frontSections.map((section) => (
              <Switch
                key={section}
                name={`section-${section}`}
                label={front(section)}
                checked={!hidden.includes(section)}
                onChange={({ currentTarget: { checked } }) =>
                  form.set({
                    hidden: frontSections.filter((one) =>
                      one === section ? !checked : hidden.includes(one),
                    ),
                  })
                }
              />
            ))}
          </div>
        </Fields>
      </CardSection>
      <CardSection title={front('footer')}>
        <Fields>
          <TranslatedField
            name="footer.line"
            label={front('footerLine')}
            hint={empty(frame('tagline'))}
            told={footerLine}
            writing={writing}
            onChange={(next) => form.set({ footerLine: next })}
          />
          <p className="text-14 text-ink-2">{front('linksHint')}</p>
          <RowList<FooterLink>
            rows={links}
            max={8}
            fresh={{ label: '', url: '' }}
            nameOf={(number) => front('link', { number })}
            onChange={(rows) => form.set({ links: rows })}
            renderRow={({ label, url }, at, change) => (
              <div className="grid gap-3 narrow:grid-cols-2">
                <TranslatedField
                  label={front('linkLabel')}
                  name={`footer.links.${at}.label`}
                  told={label}
                  onChange={(told) => change({ label: told })}
                  writing={writing}
                />
                <TextField
                  label={front('linkAddress')}
                  name={`footer.links.${at}.url`}
                  maxLength={300}
                  inputMode="url"
                  autoCapitalize="none"
                  spellCheck={false}
                  value={url}
                  onChange={({ currentTarget }) => change({ url: currentTarget.value })}
                />
              </div>
            )}
          />
        </Fields>
      </CardSection>
    </SectionFrame>
  )
}

function orNull(told: OperatorText): OperatorText | null {
  return isUnwritten(told) ? null : told
}
