import Screens

final class IgnoringObserver: PublicationObserver {}
