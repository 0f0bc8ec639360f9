export default function NotFoundPage() {
  return <h1 tabIndex={-1}>NotFound</h1>
}
