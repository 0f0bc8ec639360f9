export default function ServicesPage() {
  return <h1 tabIndex={-1}>Services</h1>
}
