export { changePreferences } from './preferences-queries.ts'
