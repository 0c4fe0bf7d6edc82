//! The pages of the book that are made from rows and texts are current, and its numbers right.

use fmu_build::{Variant, documentation::book};
use std::fs;
use std::path::Path;

/// Returns true if generated files are to be written instead of compared.
fn updating() -> bool {
    std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always")
}

/// A page without its plots: another machine's exp may round so that a line is a pixel off.
fn without_plots(page: &str) -> String {
    let mut parts = page.split("<svg class=\"plot\"");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |kept, part| kept + part.split_once("</svg>").map_or(part, |(_, rest)| rest))
}

#[test]
fn the_joints_pages_of_the_book_are_current() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    for (name, text) in book::files().unwrap() {
        let path = docs.join(&name);
        if updating() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &text).unwrap();
        }
        let found = fs::read_to_string(path).unwrap_or_default();
        let same = without_plots(&found) == without_plots(&text);
        assert!(same, "docs/{name} is not current: INSTA_UPDATE=always makes it so");
    }
}

#[test]
fn the_books_table_of_costs_is_that_of_the_budgets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = fs::read_to_string(folder.join("docs/cost.md")).unwrap();
    let budgets = fs::read_to_string(folder.join("benches/cycle/budget.csv")).unwrap();
    let wanted: Vec<String> = budgets
        .lines()
        .skip(1)
        .map(|line| (line.split(';').next().unwrap(), line.rsplit(';').next().unwrap()))
        .map(|(case, budget)| format!("| {case} | {budget} |"))
        .collect();
    let rows = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| case"));
    let found: Vec<&str> = rows.collect();
    assert_eq!(found.len(), wanted.len());
    for (found, wanted) in found.iter().zip(&wanted) {
        assert!(found.starts_with(wanted), "{found} begins otherwise than {wanted}");
    }
}

/// A table of `tests/figures` as the book shows it.
fn figures(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/figures");
    let mut reader = csv::Reader::from_path(folder.join(name)).unwrap();
    let row = |record: &csv::StringRecord| {
        let cells = record.iter().map(|cell| match cell.parse::<u64>() {
            Ok(number) => grouped(number),
            Err(_) => cell.to_owned(),
        });
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    let mut table = row(reader.headers().unwrap());
    table += &format!("{}|\n", "|---".repeat(reader.headers().unwrap().len()));
    table.extend(reader.records().map(|record| row(&record.unwrap())));
    table
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) && digits.len() > 4 {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[test]
fn the_figures_of_the_page_on_testing_are_those_that_were_recorded() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/testing.md");
    let page = fs::read_to_string(&path).unwrap();
    let (mut made, mut tables) = (String::new(), 0);
    let mut parts = page.split("<!-- figures: ");
    made += parts.next().unwrap();
    for part in parts {
        let (name, rest) = part.split_once(" -->\n").unwrap();
        let (_, after) = rest.split_once("<!-- end -->").unwrap();
        made += &format!("<!-- figures: {name} -->\n{}<!-- end -->{after}", figures(name));
        tables += 1;
    }
    if updating() {
        fs::write(&path, &made).unwrap();
    }
    assert!(tables > 4, "{tables} tables");
    assert!(updating() || page == made, "INSTA_UPDATE=always makes docs/testing.md current");
}

#[test]
fn the_books_table_of_restitutions_is_right() {
    use spiel::Choice;
    use spiel::laws::contact::Dissipation;
    use spiel::laws::contact::dissipation::realised;
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let laws = fs::read_to_string(docs.join("laws.md")).unwrap();
    let table = laws.split("| set to 0.9 |").nth(1).unwrap();
    let asked = [0.9, 0.55, 0.4];
    let mut rows = 0;
    for line in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let law = Dissipation::named(cells[1].split('`').nth(1).unwrap()).unwrap();
        for (asked, told) in asked.into_iter().zip(&cells[2..]) {
            let comes = realised(law.factor(asked));
            assert_eq!(format!("{comes:.4}"), *told, "{} at {asked}", law.name());
        }
        rows += 1;
    }
    assert_eq!(rows, 6);
}

/// Returns true if a joint can follow an item of a choice that it may share with other joints.
fn takes(joint: &str, choice: &str, item: &str) -> bool {
    let mut variant = Variant::of(joint).unwrap();
    // Other refusals name a start value that has to go with the item.
    let refused = |error: fmu_build::Error| error.to_string().contains("not possible here");
    variant.set(choice, item).is_ok() && !variant.safe_step().is_err_and(refused)
}

#[test]
fn pages_offer_only_what_their_joints_take() {
    // Gave the equation of prediction for joints that cannot predict, and laws of pins for a corner.
    for (name, text) in book::files().unwrap() {
        let Some(joint) = name.strip_prefix("joints/").and_then(|n| n.strip_suffix(".md")) else {
            continue;
        };
        let choices = text.split("<span class=\"when\"><code>").skip(1);
        for choice in choices.filter_map(|choice| choice.split_once(".</span>")) {
            let (selector, items) = choice.0.split_once("</code> = ").unwrap();
            for item in items.split(", ") {
                assert!(takes(joint, selector, item), "{joint}: {selector} = {item}");
            }
        }
    }
    let (_, slider) = book::files()
        .unwrap()
        .into_iter()
        .find(|(name, _)| name == "joints/translational_clearance.md")
        .unwrap();
    assert!(slider.contains("kelvin_voigt 2.") && !slider.contains("hybrid 3"));
}

/// Returns true if a line of the page that begins so says that it is about this item of a choice.
fn says(page: &str, begin: &str, choice: &str, item: &str) -> bool {
    let selector = format!("<code>{choice}</code> = ");
    page.lines().filter(|line| line.starts_with(begin)).any(|line| {
        line.split_once(&selector).is_some_and(|(_, rest)| {
            let items = rest.split(['.', ';']).next().unwrap_or("");
            items.split(", ").any(|said| said == item)
        })
    })
}

#[test]
fn every_choice_of_a_law_has_its_equation() {
    let files = book::files().unwrap();
    let shared = &files.iter().find(|(name, _)| name == "equations.md").unwrap().1;
    for (name, text) in &files {
        let Some(joint) = name.strip_prefix("joints/").and_then(|n| n.strip_suffix(".md")) else {
            continue;
        };
        let laws = ["contact.elastic", "contact.line_law", "friction.model", "interface.model"];
        for variable in Variant::of(joint).unwrap().variables() {
            let model_description::Kind::Choice { items, .. } = variable.row.kind else { continue };
            if !laws.contains(&variable.row.name.as_str()) {
                continue;
            }
            let choice = &variable.row.name;
            for item in items.iter().filter(|item| takes(joint, choice, item.name)) {
                let item = item.name;
                let own = says(text, "<div class=\"equation\"", choice, item);
                let link = says(text, "<p><a href=\"../equations.md", choice, item)
                    && says(shared, "<div class=\"equation\"", choice, item);
                assert!(own || link, "{joint}: {choice} = {item}");
            }
        }
    }
}

#[test]
fn the_readme_counts_the_cases_of_the_page_on_validation() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = fs::read_to_string(folder.join("docs/validation.md")).unwrap();
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    let count = |begin: &str, end: &str| {
        let part = page.split(begin).nth(1).unwrap().split(end).next().unwrap();
        let judged = part.lines().filter_map(|line| line.split(" | ").nth(2)?.split_once(" of "));
        judged.fold([0, 0], |[good, all], (one, rest)| {
            let of = rest.split([',', ' ']).next().unwrap();
            [good + one.parse::<u32>().unwrap(), all + of.parse::<u32>().unwrap()]
        })
    };
    let others = "**Other programs and printed tables.**";
    for [good, all] in [count("**Measured.**", others), count(others, "**Closed forms.**")] {
        let said = format!("{good} of {all}");
        assert!(readme.contains(&said), "the README does not say {said}");
    }
}

#[test]
fn the_books_table_of_models_is_that_of_the_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let page = fs::read_to_string(folder.join("docs/howto/identify.md")).unwrap();
    let table = fmu_build::identify::table();
    assert!(page.contains(&table), "docs/howto/identify.md has to have:\n{table}");
}
