import type { Language } from '#contract/base/languages.ts'
import { staffActions as en, staffSubjects as enSubjects } from './en/staff-actions.ts'
import { staffActions as ru, staffSubjects as ruSubjects } from './ru/staff-actions.ts'
import { staffActions as vi, staffSubjects as viSubjects } from './vi/staff-actions.ts'
import type { StaffActionWords, StaffSubjectWords } from './words.ts'

export const staffActionsIn: Readonly<Record<Language, StaffActionWords>> = { en, vi, ru }
export const staffSubjectsIn: Readonly<Record<Language, StaffSubjectWords>> = {
  en: enSubjects,
  vi: viSubjects,
  ru: ruSubjects,
}
