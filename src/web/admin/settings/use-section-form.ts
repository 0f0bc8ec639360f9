import { type FormEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { toFieldRefusals } from '#contract/base/field-codes.ts'
import type { Language } from '#contract/base/languages.ts'
import { getSettings, updateSettings } from '#contract/settings/admin-settings.ts'
import type { SectionName, Settings } from '#contract/settings/settings-sections.ts'
import { ApiError, messageOf } from '#web/platform/api/api-error.ts'
import { call } from '#web/platform/api/call.ts'
import { useLanguage } from '#web/platform/i18n/reader-language.ts'
import { adminSettingsText } from './texts.en.ts'
import { sayRefusedFields } from '#web/platform/i18n/say-fields.ts'
import { useText } from '#web/platform/i18n/text.ts'
import { toast } from '#web/ui/feedback/toasts.tsx'
import { readBoxes } from '#web/ui/fields/typed-number.ts'
import { type KnownSettings, useDesk } from './settings-desk.ts'

type Errors = Readonly<Record<string, string>>

type SectionOptions<Values extends object> = {
  /** Names its draft. */
  name: string
  sections: readonly SectionName[]
  /** What the boxes hold, as text; compared as JSON. */
  toForm: (settings: Settings, language: Language) => Values
  /** The request's members as they are sent; what can not be read is sent as it was typed, and refused by the schema. */
  toWire: (values: Values, language: Language) => Record<string, unknown>
}

/**
 * The form of a part of the settings. What is typed stays until it is saved or the settings are left; the contract's
 * schema checks it; somebody else's change is told before it is taken back, and takes nothing that was typed.
 */
export function useSectionForm<Values extends object>({
  name,
  sections,
  toForm,
  toWire,
}: SectionOptions<Values>) {
  const t = useText(adminSettingsText)
  const language = useLanguage()
  const element = useRef<HTMLFormElement>(null)
  const { known, learn, drafts, keep } = useDesk()
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({})
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<string>()
  const [theirs, setTheirs] = useState<KnownSettings>()
  const [isBusy, setIsBusy] = useState(false)

  const saved = toForm(known.settings, language)
  const draft = drafts[name]
  const values: Values = { ...saved, ...draft?.values }
  const isDirty = draft !== undefined || Object.values(secrets).some((secret) => secret !== '')

  function set(part: Partial<Values>): void {
    const next = { ...values, ...part }
    // While it is being saved, what is saved becomes something else.
    const isAsSaved = !isBusy && JSON.stringify(next) === JSON.stringify(saved)
    keep(name, isAsSaved ? undefined : { values: next, versions: draft?.versions ?? versionsOf(known) })
  }

  function versionsOf({ versions }: KnownSettings) {
    return Object.fromEntries(sections.map((section) => [section, versions[section]]))
  }

  function refuse(found: Errors): void {
    setErrors(found)
    const names = [...(element.current?.elements ?? [])].map((box) => box.getAttribute('name') ?? '')
    const homeless = Object.entries(found).find(([field]) => !names.includes(field))
    setRefusal(homeless?.[1])
    // After the errors are rendered, so that the box is read out with its own.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  async function save(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    if (isBusy || !isDirty) return
    setRefusal(undefined)
    const typed = Object.entries(secrets).filter(([, secret]) => secret !== '')
    const wire = {
      ...toWire(values, language),
      ...Object.fromEntries(typed),
      versions: draft?.versions ?? versionsOf(known),
    }
    const parsed = z.safeDecode(updateSettings.body, wire, { reportInput: true })
    const { refusals } = readBoxes(element.current, language)
    if (!parsed.success || Object.keys(refusals).length > 0)
      return refuse({
        ...(!parsed.success && sayRefusedFields(language, toFieldRefusals(parsed.error.issues))),
        ...refusals,
      })
    setErrors({})
    setIsBusy(true)
    try {
      const answer = await call(updateSettings, { body: parsed.data })
      learn(answer)
      settleSent(answer)
      toast('success', t('saved'))
    } catch (error) {
      await refuseSaving(error)
    } finally {
      setIsBusy(false)
    }
  }

  async function refuseSaving(error: unknown): Promise<void> {
    const isStale =
      error instanceof ApiError && (error.code === 'state_conflict' || error.code === 'read_anew')
    if (isStale) setTheirs(await readTheirs())
    const fields = error instanceof ApiError ? error.fields : {}
    if (Object.keys(fields).length > 0) refuse(fields)
    else setRefusal(messageOf(error, t('saveFailed')))
  }

  /** What was sent is saved; what was written over it meanwhile is still to be. */
  function settleSent(answer: KnownSettings): void {
    const sent = JSON.stringify(values)
    keep(name, (now) =>
      now === undefined || JSON.stringify(now.values) === sent
        ? undefined
        : { values: now.values, versions: versionsOf(answer) },
    )
    setSecrets((now) =>
      Object.fromEntries(Object.entries(now).filter(([secret, typed]) => typed !== secrets[secret])),
    )
    setTheirs(undefined)
  }

  /** What is saved is what is shown. */
  function settle(): void {
    keep(name, undefined)
    setSecrets({})
    setErrors({})
    setRefusal(undefined)
    setTheirs(undefined)
  }

  return {
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent) => void save(event),
    },
    values,
    set,
    known,
    language,
    secrets,
    setSecret: (secret: string, value: string) => setSecrets((old) => ({ ...old, [secret]: value })),
    errors,
    refusal,
    isDirty,
    isBusy,
    discard: settle,
    /** While somebody else has saved this part meanwhile. */
    conflict:
      theirs === undefined
        ? undefined
        : {
            showTheirs: () => {
              settle()
              learn(theirs)
            },
            keepMine: () => {
              keep(name, { values, versions: versionsOf(theirs) })
              learn(theirs)
              setTheirs(undefined)
              setRefusal(undefined)
            },
          },
  }
}

/** Undefined where they can not be read now: the refusal is shown, and the next try asks again. */
async function readTheirs(): Promise<KnownSettings | undefined> {
  try {
    return await call(getSettings)
  } catch {
    return undefined
  }
}

/** What its frame needs of it, whatever it holds. */
export type SectionForm = Pick<
  ReturnType<typeof useSectionForm>,
  'props' | 'refusal' | 'isDirty' | 'isBusy' | 'discard' | 'conflict'
>
