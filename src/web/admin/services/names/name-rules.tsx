import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { NAME_RULES_MAX, type NameRule } from '#contract/catalogue/name-rules.ts'
import { makeId } from '#web/platform/api/make-id.ts'
import { adminNamesText } from '#web/admin/services/texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { Button, IconButton } from '#web/ui/page/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

const kinds = ['phrase', 'pattern', 'between', 'symbols'] as const

/** A rule being edited: unneeded fields are empty. `key` identifies it while it moves. */
export type DraftRule = {
  key: string
  kind: NameRule['kind']
  find: string
  replace: string
  isWhole: boolean
  start: string
  end: string
}

const empty = { kind: 'phrase', find: '', replace: '', isWhole: false, start: '[', end: ']' } as const

export function toDraft(rule: NameRule): DraftRule {
  const { kind } = rule
  const draft = { ...empty, key: makeId(), kind }
  if (rule.kind === 'between') return { ...draft, start: rule.start, end: rule.end }
  if (rule.kind === 'symbols') return draft
  const isWhole = rule.kind === 'phrase' && rule.whole_words
  return { ...draft, find: rule.find, replace: rule.replace, isWhole }
}

export function toRules(drafts: readonly DraftRule[]): NameRule[] {
  return drafts.map(({ kind, find, replace, isWhole, start, end }): NameRule => {
    switch (kind) {
      case 'phrase':
        return { kind, find, replace, whole_words: isWhole }
      case 'pattern':
        return { kind, find, replace }
      case 'between':
        return { kind, start, end }
      case 'symbols':
        return { kind }
    }
  })
}

type RulesProps = { rules: readonly DraftRule[]; onChange: (rules: DraftRule[]) => void }

export function NameRules({ rules, onChange }: RulesProps) {
  const t = useText(adminNamesText)
  return (
    <div className="grid gap-4 p-5 max-wide:p-4">
      {rules.length === 0 && <p className="text-14 text-ink-2">{t('noRules')}</p>}
      <ol className="grid gap-4">
        {rules.map((rule, at) => (
          <li key={rule.key}>
            <RuleFields
              rule={rule}
              number={at + 1}
              onChange={(next) => onChange(rules.with(at, next))}
              onMove={(to) =>
                onChange(
                  rules.toSpliced(at, 1).toSpliced(Math.max(0, Math.min(rules.length - 1, to)), 0, rule),
                )
              }
              onRemove={() => onChange(rules.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      {rules.length < NAME_RULES_MAX && (
        <Button
          tone="secondary"
          size="small"
          className="justify-self-start"
          onClick={() => onChange([...rules, { ...empty, key: makeId() }])}
        >
          <Plus aria-hidden className="size-4" />
          {t('addRule')}
        </Button>
      )}
    </div>
  )
}

type FieldsProps = {
  rule: DraftRule
  number: number
  onChange: (rule: DraftRule) => void
  onMove: (to: number) => void
  onRemove: () => void
}

function RuleFields({ rule, number, onChange, onMove, onRemove }: FieldsProps) {
  const t = useText(adminNamesText)
  const set = (own: Partial<DraftRule>) => onChange({ ...rule, ...own })
  const numbered = { number: String(number) }
  const text = (name: 'find' | 'replace' | 'start' | 'end', hint?: string) => (
    <TextField
      label={t(name)}
      name={`${name}-${number}`}
      maxLength={name === 'start' || name === 'end' ? 20 : 100}
      autoComplete="off"
      spellCheck={false}
      value={rule[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
      {...(hint !== undefined && { hint })}
    />
  )
  return (
    <fieldset className="grid items-start gap-3 border-0 border-b border-line pb-4 wide:grid-cols-[16rem_1fr_1fr_auto]">
      <legend className="sr-only">{t('ruleAt', numbered)}</legend>
      <SelectField
        label={t('kind')}
        name={`kind-${number}`}
        value={rule.kind}
        onChange={({ currentTarget }) =>
          set({ kind: kinds.find((kind) => kind === currentTarget.value) ?? 'phrase' })
        }
        options={kinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
      />
      {rule.kind === 'phrase' && text('find')}
      {rule.kind === 'pattern' && text('find', t('patternHint'))}
      {(rule.kind === 'phrase' || rule.kind === 'pattern') && text('replace', t('replaceHint'))}
      {rule.kind === 'between' && text('start')}
      {rule.kind === 'between' && text('end')}
      <span className="flex wide:col-start-4 wide:pt-7">
        <IconButton label={t('moveUp', numbered)} onClick={() => onMove(number - 2)}>
          <ArrowUp aria-hidden className="size-4" />
        </IconButton>
        <IconButton label={t('moveDown', numbered)} onClick={() => onMove(number)}>
          <ArrowDown aria-hidden className="size-4" />
        </IconButton>
        <IconButton label={t('removeRule', numbered)} onClick={onRemove}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </span>
      {rule.kind === 'phrase' && (
        <Checkbox
          name={`whole-${number}`}
          label={t('wholeWords')}
          checked={rule.isWhole}
          onChange={({ currentTarget }) => set({ isWhole: currentTarget.checked })}
        />
      )}
    </fieldset>
  )
}
