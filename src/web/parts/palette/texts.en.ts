import { texts } from '#web/platform/i18n/table.ts'

/** The help that ? opens. */
export const shortcutsText = texts({
  title: 'Keyboard shortcuts',
  palette: 'Search or jump to anything',
  placeOrder: 'Place the order',
  newOrder: 'New order',
  massOrder: 'Mass order',
  search: 'Search in this list',
  nextRow: 'Next row of a list',
  previousRow: 'Previous row',
  chooseRow: 'Choose the row',
  openRow: 'Open the row',
  help: 'This help',
  off: 'off',
  singleKeys: 'Shortcuts of one key',
  singleKeysHint:
    'Switch them off when you speak to your computer, or when keys are pressed by accident. The search leads back here.',
})
