import { texts } from '#web/platform/i18n/table.ts'

/** What parts of `ui/` say that few pages have: fields of files, lists to choose from, tables, charts, steps. */
export const parts = texts({
  pageSize: 'Rows per page',
  // File field
  chooseFiles: { one: 'Choose a file', other: 'Choose files' },
  dropHere: 'or drop it here, or paste it',
  filesChosen: { one: '{count} file chosen', other: '{count} files chosen' },
  removeFile: 'Remove {name}',
  fileType: '{name} is of another kind than may be sent here',
  fileSize: '{name} is larger than {limit}',
  fileCount: { one: 'At most one file', other: 'At most {count} files' },
  // Number field
  less: 'Less',
  more: 'More',
  numberEither: '{one} or {other}?',
  numberAmbiguous: '“{text}” can mean {one} or {other}. Type {first} or {second}.',
  numberUnread: "“{text}” isn't a number. Type it like {example}.",
  // Combobox
  found: { one: '{count} found', other: '{count} found' },
  clear: 'Clear',
  openList: 'Open the list',
  // Table
  chooseRow: 'Choose {name}',
  chooseAll: 'Choose all rows',
  chosen: { one: '{count} chosen', other: '{count} chosen' },
  clearChosen: 'Clear',
  // Chart
  figures: 'Figures',
  noFigures: 'Nothing to show yet',
  chartOf: '{caption}: {from} to {to}, last {last}',
  // Stepper
  stepOf: 'Step {step} of {total}: {label}',
  stepDone: 'done',
  // Confirm
  typeToConfirm: 'Type {word} to go on',
  // Pages of a list that is kept by id
  pages: 'Newer and older',
  newest: 'Newest',
  older: 'Older',
  // List
  resetFilters: 'Reset Filters',
  exportFile: 'Export',
  exportFailed: 'The file could not be made. Please try again.',
  bounded: 'The newest {count} are shown. Search or export to see the rest.',
  boundedSearch: 'More than {count} match. Narrow your search.',
})
