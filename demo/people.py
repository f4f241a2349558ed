"""The people of the demo room: who works there, and who plays. All of them are invented."""

from datetime import date

STAFF: tuple[tuple[str, str, str, str], ...] = (
    ("floor", "F104", "Dana Ortiz", "floor"),
    ("host", "H117", "Lee Moreau", "host"),
    ("cashier", "C211", "Sam Chen", "cashier"),
    ("manager", "M001", "Robin Novak", "manager"),
    ("deputy", "M002", "Noa Whitfield", "manager"),
    ("auditor", "A310", "Kim Patel", "auditor"),
    ("admin", "X900", "Alex Diaz", "administrator"),
    ("relief", "C214", "Ari Blum", "cashier"),
    ("shift", "F106", "Max Ferro", "floor"),
    ("counter", "C217", "Jo Hale", "cashier"),
    ("tally", "C220", "Ray Ito", "cashier"),
)
"""Username, badge number, display name, role. The last four carry, watch and count with the others."""

PIN = "2580"
"""The PIN of each of them, for the acts that ask for one."""

PLAYERS: tuple[tuple[str, str, date], ...] = tuple(
    (display, f"{display.split()[0]} {last}", date(1958 + (7 * number) % 44, 1 + number % 12, 1 + (5 * number) % 28))
    for number, (display, last) in enumerate(
        (
            ("Avery", "Lindqvist"),
            ("Bo", "Marsh"),
            ("Cruz", "Delgado"),
            ("Dee", "Okafor"),
            ("Eli", "Stern"),
            ("Fern", "Halloran"),
            ("Gus", "Petrakis"),
            ("Hana", "Sato"),
            ("Ivo", "Kovac"),
            ("Jules", "Armand"),
            ("Kit", "Wexler"),
            ("Lou", "Bianchi"),
            ("Mara", "Quinn"),
            ("Nils", "Berg"),
            ("Ola", "Adeyemi"),
            ("Pia", "Moretti"),
            ("Quentin", "Shaw"),
            ("Rosa", "Vidal"),
            ("Sol", "Friedman"),
            ("Tess", "Nguyen"),
            ("Uma", "Rao"),
            ("Vic", "Larsen"),
            ("Wes", "Carver"),
            ("Yuki", "Tanaka"),
            ("Zoe", "Castellan"),
            ("Abel", "Osei"),
            ("Bea", "Lund"),
            ("Carl", "Voss"),
            ("Delia", "Mancini"),
            ("Egon", "Pfeiffer"),
            ("Faye", "Whitlock"),
            ("Gil", "Romero"),
            ("Hugo", "Janssen"),
            ("Ida", "Falk"),
            ("Jonas", "Brandt"),
            ("Kaya", "Demir"),
            ("Leif", "Sorensen"),
            ("Maud", "Haddad"),
            ("Ned", "Carrow"),
            ("Orla", "Byrne"),
            ("Paul", "Teague"),
            ("Rhea", "Kapoor"),
        )
    )
)
"""Display name, legal name, date of birth."""
