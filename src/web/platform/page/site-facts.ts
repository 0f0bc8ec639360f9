import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import { defaultLanguage, type Language } from '#contract/base/languages.ts'
import type { Money } from '#contract/base/money.ts'
import type { VisitorTag } from '#contract/settings/visitor-tags.ts'
import { siteDefaults } from '#contract/settings/site-defaults.ts'
import type { PublicConfig } from '#contract/settings/public-config.ts'

/** The public settings that every page needs, from the root's loader. */
export type SiteFacts = Pick<
  PublicConfig,
  'contact' | 'favicon' | 'footer' | 'hours' | 'logo' | 'promotion'
> & {
  /** The reader's language, for `meta`; components use `useLanguage`. */
  language: Language
  /** The public URL of this site; empty if the settings could not be loaded. */
  origin: string
  brand: string
  /** The tokens that the operator's accent colour replaces; undefined for the default. */
  tokens: Readonly<Record<string, string>> | undefined
  /** Sections of the front page that the operator hides. */
  hiddenSections: PublicConfig['front_page']['hidden']
  /** The ids of the operator's analytics and chat, if on, for `visitorTagScript`. */
  visitorTags: Partial<Record<VisitorTag, string>>
  depositMin: Money
  isSandbox: boolean
  sandboxMailbox: string | null
  isRegistrationOpen: boolean
  /** The operator's message in maintenance mode, when customers can only read; otherwise undefined. */
  maintenance: string | undefined
}

export function toSiteFacts(config: PublicConfig, language: Language, origin = ''): SiteFacts {
  const { brand, contact, favicon, footer, hours, limits, logo, maintenance, promotion } = config
  const { front_page: front, registration, sandbox } = config
  return {
    language,
    origin,
    brand: brand.name,
    logo,
    favicon,
    footer,
    hiddenSections: front.hidden,
    visitorTags: Object.fromEntries(Object.entries(config.visitor_tags).filter(([, id]) => id !== null)),
    tokens: undefined,
    contact,
    hours,
    promotion,
    depositMin: limits.deposit_min,
    isSandbox: sandbox,
    sandboxMailbox: config.sandbox_mailbox,
    isRegistrationOpen: registration.is_open,
    maintenance: maintenance.is_on ? (maintenance.message ?? '') : undefined,
  }
}

/** For a page whose settings could not be loaded: it is shown anyway. */
export const defaultSiteFacts: SiteFacts = toSiteFacts(
  {
    ...siteDefaults,
    hours: null,
    logo: null,
    favicon: null,
    payment_methods: [],
    languages: [],
    sandbox: false,
    sandbox_mailbox: null,
  },
  defaultLanguage,
)

type Look = Partial<Pick<SiteFacts, 'brand' | 'favicon' | 'logo' | 'tokens'>>

const none: Look = {}
/** Changes that staff made on this page since it was loaded. Always empty on the server. */
let changed = none
const listeners = new Set<() => void>()

/** Shows a change of the brand immediately, on the page where it was made. */
export function changeSite(look: Look): void {
  changed = { ...changed, ...look }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSite(): SiteFacts {
  const sent = useRouteLoaderData<SiteFacts>('root') ?? defaultSiteFacts
  const look = useSyncExternalStore(
    subscribe,
    () => changed,
    () => none,
  )
  return { ...sent, ...look }
}

/** For a page's `meta`, which can't use hooks. */
export function siteOf(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): SiteFacts {
  const root = matches.find((match) => match?.id === 'root')
  const sent = (root?.loaderData as SiteFacts | undefined) ?? defaultSiteFacts // what the root's loader answers
  return { ...sent, ...changed }
}
