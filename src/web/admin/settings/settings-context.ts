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
  /** Updates a section's draft; a function receives the latest one. */
  keep: (
    name: string,
    draft: KeptDraft | undefined | ((now: KeptDraft | undefined) => KeptDraft | undefined),
  ) => void
}

export function useMakeSettings(loaded: KnownSettings): SettingsState {
  const [known, learn] = useState(loaded)
  const [drafts, setDrafts] = useState<Drafts>({})
  // A callback of an earlier render does not see what was typed since.
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
