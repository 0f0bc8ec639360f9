/**
 * The form next to its summary, as high as a screen of 820 px; below 992 px one column, above the bar with the button.
 */
export const orderLayout =
  'grid grid-cols-1 items-start gap-7 max-wide:pb-28 wide:-mb-14 wide:grid-cols-[minmax(0,1fr)_21.75rem]'
