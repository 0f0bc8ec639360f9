export { listShownTerms } from './catalogue-queries.ts'
