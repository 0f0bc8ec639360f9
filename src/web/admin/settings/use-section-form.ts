import { useState } from 'react'
import type { Language } from '#contract/base/languages.ts'
import { getSettings, updateSettings } from '#contract/settings/admin-settings.ts'
import type { SectionName, Settings } from '#contract/settings/settings-sections.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminSettingsText } from './texts.en.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { type KnownSettings, useSettings } from './settings-context.ts'

type SectionOptions<Values extends object> = {
  /** Identifies its draft. */
  name: string
  sections: readonly SectionName[]
  /** The fields' values as text; compared as JSON. */
  toForm: (settings: Settings, language: Language) => Values
  /** The request's members; unreadable values are sent as typed, and refused by the schema. */
  toWire: (values: Values, language: Language) => Record<string, unknown>
}

/**
 * The form of a settings section: a `useForm` whose values survive switching sections, until they are saved or the
 * settings are left. A colleague's change is shown before it is overwritten, and no typed values are lost.
 */
export function useSectionForm<Values extends object>({
  name,
  sections,
  toForm,
  toWire,
}: SectionOptions<Values>) {
  const t = useText(adminSettingsText)
  const language = useLanguage()
  const { known, learn, drafts, keep } = useSettings()
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({})
  const [theirs, setTheirs] = useState<KnownSettings>()

  const saved = toForm(known.settings, language)
  const draft = drafts[name]
  const values: Values = { ...saved, ...draft?.values }
  const typed = Object.entries(secrets).filter(([, secret]) => secret !== '')

  const form = useForm({
    schema: updateSettings.body,
    held: { isDirty: draft !== undefined || typed.length > 0, discard: settle },
    toValues: () => ({
      ...toWire(values, language),
      ...Object.fromEntries(typed),
      versions: draft?.versions ?? versionsOf(known),
    }),
    failure: t('saveFailed'),
    onSubmit: async (body) => {
      try {
        const answer = await call(updateSettings, { body })
        learn(answer)
        settleSent(answer)
        toast('success', t('saved'))
        return undefined
      } catch (error) {
        const now = isStale(error) ? await readTheirs() : undefined
        if (now === undefined) throw error
        setTheirs(now)
        return 'asks'
      }
    },
  })

  function versionsOf({ versions }: KnownSettings) {
    return Object.fromEntries(sections.map((section) => [section, versions[section]]))
  }

  function set(part: Partial<Values>): void {
    const next = { ...values, ...part }
    // While saving, the saved values change.
    const isAsSaved = !form.isBusy && JSON.stringify(next) === JSON.stringify(saved)
    keep(name, isAsSaved ? undefined : { values: next, versions: draft?.versions ?? versionsOf(known) })
  }

  /** The sent values are saved; values typed meanwhile are not. */
  function settleSent(answer: KnownSettings): void {
    const sent = JSON.stringify(values)
    keep(name, (now) =>
      now === undefined || JSON.stringify(now.values) === sent
        ? undefined
        : { values: now.values, versions: versionsOf(answer) },
    )
    setSecrets((now) =>
      Object.fromEntries(Object.entries(now).filter(([secret, text]) => text !== secrets[secret])),
    )
    setTheirs(undefined)
  }

  /** The saved values are shown. */
  function settle(): void {
    keep(name, undefined)
    setSecrets({})
    setTheirs(undefined)
  }

  return {
    ...form,
    values,
    set,
    known,
    language,
    /** The props of a text member's field, under its name in the request. */
    box: (member: TextOf<Values>, field: string) => ({
      name: field,
      value: String(values[member]),
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
        // A single member, whose type is text.
        set({ [member]: currentTarget.value } as Partial<Values>),
    }),
    /** The same for a key or password. */
    secretBox: (secret: string) => ({
      name: secret,
      value: secrets[secret] ?? '',
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
        setSecrets((old) => ({ ...old, [secret]: currentTarget.value })),
    }),
    /** Set when a colleague has saved this section meanwhile. */
    conflict:
      theirs === undefined
        ? undefined
        : {
            showTheirs: () => {
              form.discard()
              learn(theirs)
            },
            keepMine: () => {
              keep(name, { values, versions: versionsOf(theirs) })
              learn(theirs)
              setTheirs(undefined)
            },
          },
  }
}

/** The members that are texts. */
type TextOf<Values> = {
  [Member in keyof Values]: Values[Member] extends string ? Member : never
}[keyof Values]

function isStale(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'state_conflict' || error.code === 'unconfirmed')
}

/** Undefined if they can't be loaded now: the refusal is shown, and the next attempt requests them again. */
async function readTheirs(): Promise<KnownSettings | undefined> {
  try {
    return await call(getSettings)
  } catch {
    return undefined
  }
}

/** What the frame needs, regardless of the values. */
export type SectionForm = Omit<
  ReturnType<typeof useSectionForm>,
  'values' | 'set' | 'box' | 'secretBox' | 'known' | 'language'
>
