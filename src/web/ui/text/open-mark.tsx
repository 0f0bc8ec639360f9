/** A plus that turns when the `details` around it (of class `group`) are open. */
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
