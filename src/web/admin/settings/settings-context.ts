import { createContext, use, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { getSettings } from '#contract/settings/admin-settings.ts'

export type KnownSettings = AnswerOf<typeof getSettings>

/** What was typed in one part and is not saved, and the versions that it was made from. */
export type KeptDraft = { values: object; versions: Partial<KnownSettings['versions']> }
type Drafts = Readonly<Record<string, KeptDraft>>

/**
 * The settings as they were last read, and what is typed in any of their parts: one page's for all of them. Leaving the
 * settings forgets it: it has limits, percentages and money.
 */
export type SettingsState = {
  known: KnownSettings
  learn: (known: KnownSettings) => void
  drafts: Drafts
  /** What becomes of a part's draft; a function is given the one of that moment. */
  keep: (
    name: string,
    draft: KeptDraft | undefined | ((now: KeptDraft | undefined) => KeptDraft | undefined),
  ) => void
}

export function useMakeSettings(loaded: KnownSettings): SettingsState {
  const [known, learn] = useState(loaded)
  const [drafts, setDrafts] = useState<Drafts>({})
  // Who is called when something was answered knows of nothing that was typed since it was asked.
  const latest = useRef(drafts)
  const keep: SettingsState['keep'] = (name, draft) => {
    const { [name]: old, ...others } = latest.current
    const kept = typeof draft === 'function' ? draft(old) : draft
    const next = kept === undefined ? others : { ...others, [name]: kept }
    latest.current = next
    setDrafts(next)
  }
  return { known, learn, drafts, keep }
}

/** What the frame of the settings gives to its parts. */
export const SettingsContext = createContext<SettingsState | undefined>(undefined)

export function useSettings(): SettingsState {
  const settings = use(SettingsContext)
  if (settings === undefined) throw new Error('a part of the settings stands outside their frame')
  return settings
}
