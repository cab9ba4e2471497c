import Screens

final class IgnoringObserver: PublicationObserver {
  func didChange(_ change: PublishedChange) {}
  func didSchedule(next: Double?) {}
  func didChangeClientKeys() {}
  func didFindDamage(_ damage: DamagedVersion) {}
}
