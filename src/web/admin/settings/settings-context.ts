import { createContext, use, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/base/endpoint.ts'
import type { getSettings } from '#contract/settings/admin-settings.ts'

export type KnownSettings = AnswerOf<typeof getSettings>

/** A part's unsaved values, and the versions that they are based on. */
export type KeptDraft = { values: object; versions: Partial<KnownSettings['versions']> }
type Drafts = Readonly<Record<string, KeptDraft>>

/**
 * The settings as last loaded, and the unsaved values of all parts, held by one page. Leaving the settings drops them:
 * they include limits, percentages and money.
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
  // A callback of an earlier render does not see later input.
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

/** What the settings' frame provides to its parts. */
export const SettingsContext = createContext<SettingsState | undefined>(undefined)

export function useSettings(): SettingsState {
  const settings = use(SettingsContext)
  if (settings === undefined) throw new Error('a part of the settings stands outside their frame')
  return settings
}
