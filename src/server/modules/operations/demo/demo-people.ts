import type { Language } from '#contract/base/languages.ts'
import type { Permission } from '#contract/base/permissions.ts'

/** A fictional customer. */
export type DemoPerson = {
  name: string
  email: string
  language: Language
  country: string | null
  /** In days ago. */
  registered: number
  /** The amount of orders relative to others; 0: none yet. */
  busy: number
}

export const DEMO_EMAIL = 'demo@example.com'

/** Days of history. The first customers registered on its first day. */
export const DEMO_DAYS = 31

const vi = 'vi'
const ru = 'ru'
const en = 'en'

/** 40 customers including the demo customer. Addresses at example.com are reserved. */
export const demoPeople: readonly DemoPerson[] = [
  // The demo customer's own orders are planned separately.
  { name: 'Demo Customer', email: DEMO_EMAIL, language: en, country: null, registered: 31, busy: 0 },
  ...(
    [
      ['Linh Tran', vi, 31, 6],
      ['Minh Nguyen', vi, 31, 4],
      ['Anna Sokolova', ru, 31, 5],
      ['Dmitri Orlov', ru, 31, 3],
      ['Maya Fields', en, 30.4, 5],
      ['Tom Harper', en, 30.1, 3],
      ['Huong Le', vi, 29.6, 4],
      ['Pavel Ivanov', ru, 29.2, 2],
      ['Grace Lowell', en, 28.5, 3],
      ['Quang Pham', vi, 27.8, 3],
      ['Studio Northlight', en, 27.3, 8],
      ['Thu Vo', vi, 26.6, 2],
      ['Oleg Petrov', ru, 25.4, 2],
      ['Nadia Karim', en, 24.9, 2],
      ['Bao Dang', vi, 24.2, 3],
      ['Ruby Chen', en, 23.1, 2],
      ['Elena Morozova', ru, 22.7, 4],
      ['Sam Whitaker', en, 21.5, 2],
      ['Lan Hoang', vi, 20.8, 3],
      ['Agency Riverbend', en, 19.6, 7],
      ['Viktor Smirnov', ru, 18.9, 2],
      ['Priya Nair', en, 17.7, 2],
      ['Duc Bui', vi, 16.4, 3],
      ['Irina Volkova', ru, 15.3, 2],
      ['Leo Martins', en, 14.6, 2],
      ['Mai Do', vi, 13.2, 2],
      ['Kate Sullivan', en, 12.5, 2],
      ['Phuc Truong', vi, 11.1, 2],
      ['Yuri Kuznetsov', ru, 9.8, 2],
      ['Nora Blake', en, 8.7, 1],
      ['Hanh Ly', vi, 7.4, 2],
      ['Max Feldman', en, 6.3, 1],
      ['Tanya Belova', ru, 5.2, 2],
      ['Khoa Ngo', vi, 4.1, 1],
      ['Ivy Morgan', en, 3.3, 1],
      ['Sergei Popov', ru, 2.4, 1],
      ['An Phan', vi, 1.6, 1],
      ['Owen Price', en, 0.9, 0],
      ['Zoe Adler', en, 0.2, 0],
    ] as const
  ).map(([name, language, registered, busy]) => ({
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
    language,
    country: language === en ? ((['us', 'uk', 'ca', 'au', 'in'] as const)[name.length % 5] ?? null) : 'other',
    registered,
    busy,
  })),
]

/** Registered, later blocked by staff. */
export const BLOCKED_EMAIL = 'max.feldman@example.com'

export type DemoStaff = {
  name: string
  email: string
  permissions: Permission[]
  /** In dollars per UTC day; undefined: no limit. */
  refundDollars?: bigint
}

/** None is an owner, who is the person setting up the shop. */
export const demoStaff = {
  manager: {
    name: 'Hana Manager',
    email: 'hana.manager@example.com',
    permissions: [
      'orders',
      'refund',
      'users',
      'catalogue',
      'providers',
      'money',
      'support',
      'settings',
      'reports',
    ],
  },
  orders: {
    name: 'Igor Orders',
    email: 'igor.orders@example.com',
    permissions: ['orders', 'refund', 'support'],
    refundDollars: 50n,
  },
  support: { name: 'Sofia Support', email: 'sofia.support@example.com', permissions: ['support'] },
} satisfies Record<string, DemoStaff>

/** Added by staff; has not set a password yet. */
export const INVITED_EMAIL = 'noah.reed@example.com'
