import type { Language } from '#contract/base/languages.ts'
import type { OperatorText } from '#contract/settings/settings-texts.ts'
import { adminSettingsText } from '#web/admin/settings/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { RowList } from '#web/admin/settings/row-list.tsx'
import { TranslatedField } from '#web/admin/settings/translated-field.tsx'

type RowsProps<Row> = {
  rows: readonly Row[]
  writing: Language
  onChange: (rows: Row[]) => void
}

type Claim = { value: string; label: OperatorText }
type Testimonial = { name: string; role: OperatorText; text: OperatorText }
type Question = { question: OperatorText; answer: OperatorText }

export function ClaimRows({ rows, writing, onChange }: RowsProps<Claim>) {
  const t = useText(adminSettingsText)
  return (
    <RowList<Claim>
      rows={rows}
      max={8}
      fresh={{ value: '', label: '' }}
      nameOf={(number) => t('claim', { number })}
      onChange={onChange}
      renderRow={({ value, label }, at, change) => (
        <div className="grid gap-3 narrow:grid-cols-[10rem_1fr]">
          <TextField
            label={t('claimValue')}
            name={`claims.${at}.value`}
            maxLength={20}
            value={value}
            onChange={({ currentTarget }) => change({ value: currentTarget.value })}
          />
          <TranslatedField
            label={t('claimLabel')}
            name={`claims.${at}.label`}
            told={label}
            onChange={(told) => change({ label: told })}
            writing={writing}
          />
        </div>
      )}
    />
  )
}

export function TestimonialRows({ rows, writing, onChange }: RowsProps<Testimonial>) {
  const t = useText(adminSettingsText)
  return (
    <RowList<Testimonial>
      rows={rows}
      max={12}
      fresh={{ name: '', role: '', text: '' }}
      nameOf={(number) => t('testimonial', { number })}
      onChange={onChange}
      renderRow={({ name, role, text }, at, change) => (
        <>
          <div className="grid gap-3 narrow:grid-cols-2">
            <TextField
              label={t('personName')}
              name={`testimonials.${at}.name`}
              maxLength={60}
              autoComplete="off"
              value={name}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
            <TranslatedField
              label={t('personRole')}
              name={`testimonials.${at}.role`}
              told={role}
              onChange={(told) => change({ role: told })}
              writing={writing}
            />
          </div>
          <TranslatedField
            label={t('said')}
            name={`testimonials.${at}.text`}
            told={text}
            onChange={(told) => change({ text: told })}
            isLong
            writing={writing}
          />
        </>
      )}
    />
  )
}

export function QuestionRows({ rows, writing, onChange }: RowsProps<Question>) {
  const t = useText(adminSettingsText)
  return (
    <RowList<Question>
      rows={rows}
      max={30}
      fresh={{ question: '', answer: '' }}
      nameOf={(number) => t('faqItem', { number })}
      onChange={onChange}
      renderRow={({ question, answer }, at, change) => (
        <>
          <TranslatedField
            label={t('question')}
            name={`faq.${at}.question`}
            told={question}
            onChange={(told) => change({ question: told })}
            writing={writing}
          />
          <TranslatedField
            label={t('answer')}
            name={`faq.${at}.answer`}
            told={answer}
            onChange={(told) => change({ answer: told })}
            isLong
            writing={writing}
          />
        </>
      )}
    />
  )
}
