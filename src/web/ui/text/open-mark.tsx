/** A plus sign that turns when its `details` (with class `group`) is open. */
export function OpenMark() {
  return (
    <span
      aria-hidden
      className="inline-block text-20 text-petrol transition-transform duration-120 group-open:rotate-45"
    >
      +
    </span>
  )
}
